import { sql } from 'kysely'
import { type AccountMail, type MailedAccount, mailAccounts } from '#accounts/account-mail.ts'
import { isUuid } from '#core/uuid.ts'
import type { AccountKind, PublicContext, Service } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import type { FanOutTarget } from '#events/fan-out-target.ts'

interface Lock extends MailedAccount {
  readonly kind: AccountKind
  readonly createdAt: Date
  readonly data: { readonly lockoutEnd?: string | null }
  readonly person: { readonly ipAddress?: string; readonly userAgent?: string | null } | null
}

/**
 * Tells the owner of an account by mail that it was locked: one mail for one `auth.account.locked`, made from the event and never inside
 * the request, whose time must not tell that there is an owner. Who is shut out otherwise, by the account's own state or by that of a
 * tenant above it, is told nothing.
 */
// unscoped: a worker over all tenants; each mail goes to the account it is about
export const lockMails = (service: Service): FanOutTarget => ({
  name: 'lock-mails',
  async write(tx, events, wakes) {
    const locked = events.filter(({ type, entityId }) => type === 'auth.account.locked' && entityId !== null && isUuid(entityId))
    if (locked.length === 0) return
    const [ids, accounts] = [locked.map(({ id }) => id), locked.map(({ entityId }) => entityId)]
    const locks = await sql<Lock>`
      select a.id, a.kind, a.tenant_id, a.email, a.first_name, a.last_name, e.created_at, e.data, e.person
      from unnest(${ids}::uuid[], ${accounts}::uuid[]) as l (event_id, account_id)
        join events e on e.id = l.event_id join accounts a on a.id = l.account_id
      where a.deleted_at is null and a.is_active and not a.is_blocked and not exists (
        select from tenant_closure c join tenants t on t.id = c.ancestor_id
        where c.descendant_id = a.tenant_id and (t.deleted_at is not null or t.status <> 'Active'))
      order by a.id for key share of a`.execute(tx)
    const base: PublicContext = { ...systemContext(service), db: tx, inTransaction: true, wakes }
    const mails = locks.rows.map(({ createdAt, data, person, ...account }): AccountMail => {
      const of = {
        time: createdAt.toISOString(),
        lockoutEnd: data.lockoutEnd ?? null,
        ip: person?.ipAddress ?? '',
        device: person?.userAgent ?? null,
      }
      return { account, template: 'account_locked', variables: of }
    })
    await mailAccounts(base, mails)
  },
})
