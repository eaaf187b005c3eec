import { type Kysely, sql } from 'kysely'
import { lockByName } from '#db/rows/advisory-locks.ts'
import type { Service } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'

/** An address, as the mails of one tenant (null: the platform's) know it. */
export interface Mailbox {
  readonly tenantId: string | null
  readonly address: string
}
type Keys = Pick<Service, 'keys'>

/** What stands for an address of a tenant: of other tenants' mails nobody learns anything by it. */
const subjectOf = ({ keys }: Keys, { tenantId, address }: Mailbox): Buffer =>
  keys.lookupHash('suppressed address', tenantId ?? 'platform', address.toLowerCase())

/** Keeps other reports about a mailbox waiting until the transaction ends. What the next statement reads holds then. */
export async function lockMailbox(db: Kysely<Tables>, service: Keys, mailbox: Mailbox): Promise<void> {
  await lockByName(db, 'mailbox', subjectOf(service, mailbox).toString('hex'))
}

/** Keeps bulk mails of a tenant from an address, from now on. */
export async function suppress(
  db: Kysely<Tables>,
  service: Pick<Service, 'keys' | 'clock'>,
  mailbox: Mailbox,
  reason: 'hard' | 'soft' | 'complaint',
): Promise<void> {
  await sql`insert into email_suppressions (subject, reason, created_at) values (${subjectOf(service, mailbox)}, ${reason}, ${service.clock.now()})
    on conflict (subject) do nothing`.execute(db)
}

/** Of each of these mailboxes, in their order, whether the bulk mails of its tenant must not go there. One statement. */
export async function areSuppressed(db: Kysely<Tables>, service: Keys, mailboxes: readonly Mailbox[]): Promise<boolean[]> {
  const subjects = mailboxes.map((mailbox) => subjectOf(service, mailbox).toString('hex'))
  const { rows } = await sql<{ subject: string }>`
    select encode(subject, 'hex') as subject from email_suppressions
    where subject = any(array(select decode(given, 'hex') from unnest(${subjects}::text[]) given))`.execute(db)
  const found = new Set(rows.map(({ subject }) => subject))
  return subjects.map((subject) => found.has(subject))
}

/** Which of these addresses the bulk mails of a tenant must not go to. */
export async function suppressedOf(
  db: Kysely<Tables>,
  service: Keys,
  tenantId: string | null,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const mailboxes = addresses.map((address) => ({ tenantId, address }))
  const are = await areSuppressed(db, service, mailboxes)
  return new Set(addresses.filter((_, at) => are[at]))
}
