import type { Context } from '#db/context.ts'
import type { EventName } from '#events/catalog.ts'
import { changesBetween } from '#events/changes.ts'
import { type EventFacts, emitAll, type Json } from '#events/emit.ts'
import type { Losses } from './grant-changes.ts'
import { type RestrictedFields, type TenantGrant, unionOf } from './grants.ts'

/** How a tenant's own grant differs, for its event: whole lists in the order of names. */
export function grantChanges(before: TenantGrant, after: TenantGrant): NonNullable<EventFacts['changes']> {
  return changesBetween(grantFacts(before), grantFacts(after))
}

const byName = (one: string, other: string) => (one < other ? -1 : 1)
const grantFacts = ({ permissions, own }: TenantGrant) => ({ permissions: [...permissions].sort(byName), restrictedFields: sorted(own) })
const sorted = (fields: RestrictedFields) => Object.fromEntries([...fields].sort(([one], [other]) => byName(one, other)))

/** At most this many events are made in one statement: their text is held in memory several times. */
const eventsAtOnce = 2000

/**
 * Tells every tenant, role and group what it lost, each in the log of its own tenant and without a word of the tenants above; but for
 * the tenant `told`, whose change has an event of its own.
 */
export async function emitLosses(ctx: Context, { taken, tenants, roles, groups }: Losses, told: string): Promise<void> {
  const left = (names: readonly string[]) => names.filter((name) => !taken.has(name))
  await emitInChunks(ctx, 'tenant.permissions_changed', tenants, ({ id, before }) =>
    id === told ? null : { permissions: { before, after: left(before) } },
  )
  await emitInChunks(ctx, 'role.permissions_changed', roles, ({ before, restrictedFields }) =>
    changesBetween(
      { permissions: before, restrictedFields },
      {
        permissions: left(before),
        restrictedFields: Object.fromEntries(Object.entries(restrictedFields).filter(([name]) => !taken.has(name))),
      },
    ),
  )
  await emitInChunks(ctx, 'group.restrictions_changed', groups, ({ restrictions }) => ({
    restrictions: {
      before: shownRestrictions(restrictions),
      after: shownRestrictions(restrictions.filter(({ permission }) => !taken.has(permission))),
    },
  }))
}

/** As the interface shows the restrictions of a group. */
const shownRestrictions = (restrictions: Losses['groups'][number]['restrictions']): Json =>
  [...unionOf(restrictions)].map(([permissionCode, restrictedFields]) => ({ permissionCode, restrictedFields }))

async function emitInChunks<L extends Losses['tenants'][number]>(
  ctx: Context,
  name: EventName,
  losers: readonly L[],
  changesOf: (loser: L) => NonNullable<EventFacts['changes']> | null,
): Promise<void> {
  for (let at = 0; at < losers.length; at += eventsAtOnce) {
    const facts = losers.slice(at, at + eventsAtOnce).flatMap((loser): EventFacts[] => {
      const changes = changesOf(loser)
      return changes ? [{ tenantId: loser.tenantId, entityId: loser.id, entityName: loser.name, changes }] : []
    })
    await emitAll(ctx, name, facts)
  }
}
