import { type Kysely, sql } from 'kysely'
import { type AccountMail, type MailedAccount, mailAccounts } from '#accounts/account-mail.ts'
import { isUuid } from '#core/uuid.ts'
import type { PublicContext, Service } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import type { Tables } from '#db/tables.ts'
import type { FannedEvent, FanOutTarget } from '#events/fan-out-target.ts'
import { holdersOf, keyOfAsked } from '#rights/permission-holders.ts'
import { type NewSignIn, newSignIns } from '#sessions/new-sign-ins.ts'
import { addNotifications } from './new-notifications.ts'
import { producers, type Told } from './notification-producers.ts'
import { wordsIn } from './notification-words.ts'

/** One event with what is told of it. */
interface News {
  readonly event: FannedEvent
  readonly told: Told
}

interface Recipient extends MailedAccount {
  readonly language: 'en' | 'ar' | null
}

/**
 * Tells people of what happened: in the product, and of a new sign-in and a webhook that was switched off by mail, too. One notification
 * of a type for one event and recipient, and with it one mail.
 */
export const notificationTarget = (service: Service): FanOutTarget => ({
  name: 'notifications',
  async write(tx, events, wakes) {
    const signIns = await newSignIns(tx, events)
    const news = [...signIns.map(newsOfSignIn), ...events.flatMap(newsOf)]
    if (news.length === 0) return
    const recipients = await recipientsOf(tx, news)
    const told = news.flatMap((each, at) => recipients[at]!.map((recipient) => ({ ...each, recipient })))
    const now = service.clock.now()
    const rows = told.map(({ event, told: { type, severity, words, given = {}, data = {}, link = null }, recipient }) => ({
      accountId: recipient.id,
      kind: recipient.kind,
      tenantId: event.tenantId,
      type,
      severity,
      ...wordsIn(recipient.language ?? service.settings.of(recipient.tenantId).language, words, given),
      data,
      link,
      actorId: event.actorId,
      eventId: event.id,
    }))
    await addNotifications(tx, now, rows, wakes)
    const base: PublicContext = { ...systemContext(service), db: tx, inTransaction: true, wakes }
    await mailAccounts(
      base,
      told.flatMap((each) => mailBeside(each, service.options)),
    )
  },
})

const newsOf = (event: FannedEvent): News[] => {
  const told = Object.hasOwn(producers, event.type) ? producers[event.type]?.(event) : null
  return told ? [{ event, told }] : []
}

function newsOfSignIn({ event, accountId, device }: NewSignIn): News {
  const ip = event.person?.ipAddress || null
  const told = { type: 'auth.new_sign_in', severity: 'warning', to: { account: accountId }, words: 'newSignIn' } as const
  return { event, told: { ...told, given: { device, ip }, data: { device, ipAddress: ip } } }
}

/** The recipients of each, in the order given: living accounts, everybody read by one statement. */
async function recipientsOf(tx: Kysely<Tables>, news: readonly News[]): Promise<Recipient[][]> {
  const parents = await parentsOf(
    tx,
    news.flatMap(({ event, told: { to } }) => ('holders' in to && to.of === 'parent' ? [event.tenantId] : [])),
  )
  const asked = news.map(({ event: { tenantId }, told: { to } }) =>
    'holders' in to ? { permission: to.holders, tenantId: to.of === 'tenant' ? tenantId : (parents.get(tenantId) ?? null) } : null,
  )
  const holders = await holdersOf(
    tx,
    asked.flatMap((each) => each ?? []),
  )
  const idsOf = ({ told: { to } }: News, at: number): string[] => {
    if ('holders' in to) return holders.get(keyOfAsked(asked[at]!))?.map(({ id }) => id) ?? []
    return to.account !== null && isUuid(to.account) ? [to.account] : []
  }
  const ids = news.map(idsOf)
  const accounts = await accountsOf(tx, [...new Set(ids.flat())])
  return ids.map((each) => each.flatMap((id) => accounts.get(id) ?? []))
}

// unscoped: a worker over all tenants; only whom to ask comes out
async function parentsOf(tx: Kysely<Tables>, ids: readonly (string | null)[]): Promise<Map<string | null, string | null>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; parentId: string | null }>`
    select id, parent_id from tenants where id = any(${[...new Set(ids)]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, parentId }) => [id, parentId]))
}

// unscoped: a worker over all tenants, by accounts that are told something
async function accountsOf(tx: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, Recipient>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Recipient>`
    select id, kind, tenant_id, email, first_name, last_name, language from accounts
    where id = any(${ids}::uuid[]) and deleted_at is null`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The mail that goes out beside a notification; others are queued by what they tell of. */
function mailBeside(
  { event: { person, createdAt, entityId, data }, told: { type }, recipient }: News & { recipient: Recipient },
  { publicUrl }: Service['options'],
): AccountMail[] {
  const time = createdAt.toISOString()
  const { ipAddress: ip = '', userAgent: device = null } = person ?? {}
  if (type === 'auth.new_sign_in') return [{ account: recipient, template: 'new_sign_in', variables: { time, ip, device } }]
  if (type !== 'webhook.disabled') return []
  const webhook = { host: data.host, id: entityId, reason: data.reason }
  // a record's page has its tab in its address: what was tried, and what is to be sent once more
  const link = `${publicUrl}/console/webhooks/${entityId}/deliveries`
  return [{ account: recipient, template: 'webhook_disabled', variables: { time, ip: '', device: null, webhook, link } }]
}
