import { sql } from 'kysely'
import { isUuid } from '#core/uuid.ts'
import { runHot, uncountedIds } from '#db/rows/hot-query.ts'
import { type EventDefinition, eventCatalog } from './catalog.ts'
import type { FanOutTarget } from './fan-out-target.ts'

const definitions: Record<string, EventDefinition | undefined> = eventCatalog

/** The security log of an account: the events whose entity it is, as far as the catalogue shows them there. */
// unscoped: a worker over all tenants; each event goes to the account it is about
export const securityLog: FanOutTarget = {
  name: 'security-log',
  async write(tx, events) {
    const shown = events.flatMap(({ id, type, entityId }) =>
      definitions[type]?.account && entityId !== null && isUuid(entityId) ? [{ id, account: entityId }] : [],
    )
    if (shown.length === 0) return
    const accounts = [...new Set(shown.map(({ account }) => account))]
    // locked, so that an account cannot be erased between the look and the insert; one that is erased has no log
    await runHot(
      tx,
      sql`
      with living as materialized (
        select id from accounts where id = any(${uncountedIds(accounts)}) order by id for key share
      )
      insert into security_log (account_id, event_id)
      select living.id, shown.event_id
      from unnest(${shown.map(({ account }) => account)}::uuid[], ${shown.map(({ id }) => id)}::uuid[]) as shown (account_id, event_id)
        join living on living.id = shown.account_id
      order by 1, 2`,
    )
  },
}
