/** What requests leave to be told by others: told on as the service would, but for what leaves the process, and read in plain text. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { auditSeals } from '#events/seals/target.ts'
import { mailVariablesContext } from '#jobs/mail.ts'
import { textVariablesContext } from '#jobs/text.ts'
import { openContent } from '#modules/emails/mail-content.ts'
import { notificationTarget } from '#modules/notifications/notifications.fan-out.ts'
import { webhookDeliveries } from '#modules/webhook-events/webhook-deliveries.target.ts'
import { lockMails } from '#sign-in/lock-mails.ts'
import type { TestApp } from '../harness.ts'

/** One thing that is told: by what, whose it is (null: the platform's), and all that it says. */
export interface Told {
  readonly by: string
  readonly tenantId: string | null
  readonly text: string
}

/** Tells all events on, as the background does. */
export async function tellOn({ open: { service } }: TestApp): Promise<void> {
  const log = { warn() {}, error: (...said: unknown[]) => assert.fail(JSON.stringify(said)) }
  const targets = [...fanOutTargets, lockMails(service), webhookDeliveries(service), notificationTarget(service), auditSeals(service)]
  await new FanOut(service, log, { targets }).drain()
}

/** Bodies of deliveries, notifications, entries of the audit log, and mails and texts with what their templates show, unsealed. */
export async function toldToOthers({ open: { service } }: TestApp): Promise<Told[]> {
  const { kysely } = service.database
  const { rows } = await sql<Told>`
    select case when w.masks = '{}' then 'delivery' else 'masked delivery' end as by, w.tenant_id as "tenantId", d::text as text
      from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    union all select 'notification', tenant_id, n::text from notifications n
    union all select 'event', tenant_id, e::text from events e
    union all select 'email', tenant_id, m::text from emails m
    union all select 'text', tenant_id, t::text from texts t`.execute(kysely)
  const mails = await kysely.selectFrom('emails').select(['id', 'tenantId', 'variables', 'content']).execute()
  const texts = await kysely.selectFrom('texts').select(['id', 'tenantId', 'variables']).execute()
  const opened = (by: string, tenantId: string | null, sealed: string | null, open: (sealed: string) => string): Told[] =>
    sealed === null ? [] : [{ by, tenantId, text: open(sealed) }]
  return [
    ...rows,
    ...mails.flatMap(({ id, tenantId, variables, content }) => [
      ...opened('variables', tenantId, variables, (sealed) => service.keys.openSecret(sealed, mailVariablesContext(id))),
      ...opened('content', tenantId, content, (sealed) => JSON.stringify(openContent(service, id, sealed))),
    ]),
    ...texts.flatMap(({ id, tenantId, variables }) =>
      opened('variables', tenantId, variables, (sealed) => service.keys.openSecret(sealed, textVariablesContext(id))),
    ),
  ]
}

/** Tables in which a row holds one of the texts, sealed or not; `settings` and the like hold secrets, but never as they are. */
export async function tablesHolding({ open: { service } }: TestApp, texts: readonly string[]): Promise<string[]> {
  const { kysely } = service.database
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(
    kysely,
  )
  const found: string[] = []
  for (const { name } of rows) {
    // each row is written as text once, not once for each of the texts
    const { rows: held } = await sql<{ row: string }>`
      select line as row from (select t::text as line from ${sql.table(name)} t offset 0) each
        where exists (select from unnest(${texts}::text[]) s where strpos(line, s) > 0) limit 1`.execute(kysely)
    for (const { row } of held) found.push(`${name}: ${row.slice(0, 500)}`)
  }
  return found
}
