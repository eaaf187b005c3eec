import { CompiledQuery } from 'kysely'
import { registerHotStatement } from '#db/postgres/hot-statements.ts'
import type { Context } from '#db/rows/context.ts'

/** What people see of their own account. */
export interface OwnProfile {
  readonly id: string
  readonly email: string
  readonly username: string | null
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string | null
  readonly avatarUrl: string | null
  readonly isActive: boolean
  readonly twoFactorEnabled: boolean
  readonly emailVerified: boolean
  readonly phoneVerified: boolean
  readonly roleId: string | null
  readonly roleName: string | null
  readonly tenantId: string | null
  readonly createdAt: Date
  readonly version: number
}

// unscoped: the caller's own account
const statement = `select a.id, a.email, a.username, a.first_name as "firstName", a.last_name as "lastName", a.phone_number as "phoneNumber",
  a.avatar_url as "avatarUrl", a.is_active as "isActive", a.two_factor_enabled as "twoFactorEnabled", a.role_id as "roleId",
  r.name as "roleName", a.tenant_id as "tenantId", a.created_at as "createdAt", a.version,
  a.email_verified_at is not null as "emailVerified", a.phone_verified_at is not null as "phoneVerified"
  from accounts a left join roles r on r.id = a.role_id where a.deleted_at is null and a.kind = $1 and a.id = $2`
registerHotStatement(statement)

/** The caller's own profile, in one read; undefined when the account was deleted just now. */
export const ownProfile = (ctx: Context): Promise<OwnProfile | undefined> => read(ctx, statement)

/** The caller's own profile, locked until the transaction ends. */
export const lockOwnProfile = (ctx: Context): Promise<OwnProfile | undefined> => read(ctx, `${statement} for no key update of a`)

async function read(ctx: Context, text: string): Promise<OwnProfile | undefined> {
  // its columns have their names already: the hottest read of all need not be renamed row by row
  const { rows } = await ctx.db.withoutPlugins().executeQuery<OwnProfile>(CompiledQuery.raw(text, [ctx.actor.kind, ctx.actor.id]))
  return rows[0]
}
