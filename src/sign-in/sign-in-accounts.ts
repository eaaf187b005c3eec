import { CompiledQuery, type Kysely } from 'kysely'
import { registerHotStatement } from '#db/postgres/hot-statements.ts'
import type { AccountKind } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'

/** What a sign-in must know of an account before it knows whether the caller is its owner. Never leaves the service. */
export interface SignInAccount {
  readonly id: string
  readonly tenantId: string | null
  readonly email: string
  readonly username: string | null
  readonly firstName: string
  readonly lastName: string
  readonly isActive: boolean
  readonly isBlocked: boolean
  readonly temporaryPasswordUntil: Date | null
  /** The stored hash; null for an account without a password. */
  readonly passwordSecret: string | null
  readonly passwordUsedAt: Date | null
  readonly lockedUntil: Date | null
}

/** No more than this many accounts of one address are tried without a tenant. */
export const mostMatches = 8

const columns = `a.id, a.tenant_id, a.email, a.username, a.first_name, a.last_name, a.is_active, a.is_blocked, a.temporary_password_until,
    p.secret as password_secret, p.used_at as password_used_at, v.locked_until`
// unscoped: by the names of who is signing in; before that nobody has a scope
const secrets = `left join credentials p on p.account_id = a.id and p.kind = 'password'
    left join account_activity v on v.account_id = a.id`
// unscoped: by the names of who is signing in; before that nobody has a scope
const select = `select ${columns} from account_logins l
    join accounts a on a.id = l.account_id and a.kind = l.kind and a.deleted_at is null ${secrets}`

const inTenant = `${select} where l.kind = $1 and l.key = $2 and l.tenant_id = $3`
const onPlatform = `${select} where l.kind = $1 and l.key = $2 and l.tenant_id is null`
// those of deleted tenants must not crowd out the living
// unscoped: by the names of who is signing in; before that nobody has a scope
const anywhere = `${select} where l.kind = $1 and l.key = $2
    and not exists (select from tenants t where t.id = a.tenant_id and t.deleted_at is not null)
    and not exists (select from tenants_shut t where t.id = a.tenant_id) order by v.last_login_at desc nulls last, a.id limit ${mostMatches}`
// unscoped: by the account that is signing in, or the caller's own
const byId = `select ${columns} from accounts a ${secrets} where a.kind = $1 and a.id = $2 and a.deleted_at is null`
for (const statement of [inTenant, onPlatform, anywhere]) registerHotStatement(statement)

type Db = Pick<Kysely<Tables>, 'executeQuery'>

const run = async (db: Db, text: string, values: readonly unknown[]) =>
  (await db.executeQuery<SignInAccount>(CompiledQuery.raw(text, [...values]))).rows

/** The living account with this login name in one tenant, or (null) on the platform. */
export async function accountIn(db: Db, kind: AccountKind, key: string, tenantId: string | null): Promise<SignInAccount | undefined> {
  const rows = tenantId === null ? await run(db, onPlatform, [kind, key]) : await run(db, inTenant, [kind, key, tenantId])
  return rows[0]
}

/**
 * The living accounts with this e-mail address in all living tenants and on the platform, those most recently signed in first, eight
 * at most. By address only: a username says nothing outside its tenant, and none holds an `@`.
 */
export const accountsAnywhere = async (db: Db, kind: AccountKind, key: string): Promise<SignInAccount[]> =>
  key.includes('@') ? await run(db, anywhere, [kind, key]) : []

/** One living account by its id: for callers who are signed in already. */
export const accountById = async (db: Db, kind: AccountKind, id: string): Promise<SignInAccount | undefined> =>
  (await run(db, byId, [kind, id]))[0]
