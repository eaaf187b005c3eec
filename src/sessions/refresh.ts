import { CompiledQuery } from 'kysely'
import { after, before, minutesMs } from '#core/clock.ts'
import type { AppError } from '#core/errors.ts'
import { hashToken, newToken } from '#core/secrets/one-time-code.ts'
import { isUnavailable } from '#db/database-errors.ts'
import { knowTenants } from '#db/live/known-tenants.ts'
import { registerHotStatement } from '#db/postgres/hot-statements.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { effectivePermissions, type HeldRole, type PermissionSource } from '#rights/effective-permissions.ts'
import { loadPermissionSources } from '#rights/permission-sources.ts'
import { requiredActionsOf } from '#rights/required-actions.ts'
import { type TokenResponse, tokenResponse } from './access-token.ts'
import { refreshTokenMs } from './new-session.ts'
import { refuseRefresh } from './refresh-refused.ts'

/** `last_active_at` is written at most this often. */
const touchEveryMs = minutesMs(1)

/**
 * Everything a refresh does, in one statement and so in one transaction of its own: of any number of callers with one token, the
 * row lets one through. Values: the presented hash, now, the kind, the next hash, its end, and since when activity is fresh enough.
 * An impersonation is not let through here: it has more to be asked (refresh-refused.ts). Nor is a token of a tenant that is shut:
 * used up without an answer it would come back, and be taken for stolen.
 * @param further what else is asked of the account `a`
 */
// unscoped: by a refresh token, which proves the session; before it nobody has a scope
const rotation = (further: string) => `with used as (
    update refresh_tokens t set used_at = $2::timestamptz
    from sessions s join accounts a on a.id = s.account_id
    where t.hash = $1::bytea and t.used_at is null and t.revoked_at is null and t.expires_at > $2
      and s.id = t.session_id and s.kind = $3 and s.ended_at is null and s.ended_because is null and s.expires_at > $2
      and s.impersonator_id is null and a.deleted_at is null and a.is_active and not a.is_blocked ${further}
      and not exists (select from tenant_closure c join tenants above on above.id = c.ancestor_id where c.descendant_id = a.tenant_id
        and (above.status <> 'Active' or above.deleted_at is not null or above.sessions_valid_after >= s.created_at))
    returning s.id as session_id, s.account_id, s.expires_at, s.last_active_at
  ), child as (
    insert into refresh_tokens (hash, session_id, created_at, expires_at)
    select $4::bytea, session_id, $2, least($5::timestamptz, expires_at) from used
  ), touched as (
    update sessions set last_active_at = $2 from used where sessions.id = used.session_id and used.last_active_at <= $6::timestamptz
  )
  select used.session_id, used.expires_at as session_expires_at, a.id, a.kind, a.tenant_id, a.email,
    a.first_name, a.last_name, a.must_change_password, a.password_changed_at, a.two_factor_enabled,
    r.id as role_id, r.name as role_name, r.seed as role_seed, r.reach as role_reach,
    (select jsonb_object_agg(p.permission, p.restricted_fields) from role_permissions p where p.role_id = r.id) as role_lists,
    (select jsonb_agg(tp.permission) from tenant_permissions tp where tp.tenant_id = a.tenant_id) as granted
  from used join accounts a on a.id = used.account_id left join roles r on r.id = a.role_id and r.deleted_at is null`

/** Most accounts hold a role and nothing else: reading groups along costs the database as much as the rotation. */
const ofLoners = rotation('and not exists (select from user_group_members m where m.account_id = a.id)')
const ofAnybody = rotation('')

/** Whose a token is that is not used yet. Not only of who is in a group: they may have left the last one a moment ago. */
// unscoped: by a refresh token, which proves the session; before it nobody has a scope
const holder = `select s.account_id from refresh_tokens t join sessions s on s.id = t.session_id
  where t.hash = $1::bytea and t.used_at is null and s.impersonator_id is null`
for (const statement of [ofLoners, ofAnybody, holder]) registerHotStatement(statement)

interface Rotated {
  readonly tenantId: string | null
  readonly roleId: string | null
  readonly roleName: string | null
  readonly roleSeed: HeldRole['seed']
  readonly roleReach: HeldRole['reach'] | null
  readonly roleLists: Readonly<Record<string, readonly string[]>> | null
  readonly granted: readonly string[] | null
  readonly sessionId: string
  readonly sessionExpiresAt: Date
  readonly id: string
  readonly kind: AccountKind
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly mustChangePassword: boolean
  readonly passwordChangedAt: Date | null
  readonly twoFactorEnabled: boolean
}

/**
 * Exchanges a refresh token for a new pair (RFC 9700, section 4.14.2). Not inside a transaction. Account, tenant, role and
 * groups are read again: what was given shows in the new token. Returns 401 `refresh_token_invalid` for every other token, a used
 * one beyond the grace ending its whole family. Where the database can't be read the token stays good, or is answered all the same.
 */
export async function refresh(ctx: PublicContext, kind: AccountKind, presented: string): Promise<TokenResponse | AppError> {
  const hash = hashToken(presented)
  const token = newToken()
  const values = [hash, ctx.now, kind, hashToken(token), after(ctx.now, refreshTokenMs), before(ctx.now, touchEveryMs)]
  const alone = await rotate(ctx, ofLoners, values)
  if (alone) return await answer(ctx, alone, holdingOf(alone), token)
  // before the rotation: a read that fails after it would be a token that is used up without an answer
  const holding = await wholeHolding(ctx, hash)
  const rotated = holding && (await rotate(ctx, ofAnybody, values))
  return rotated ? await answer(ctx, rotated, holding, token) : await refuseRefresh(ctx, kind, hash)
}

async function rotate(ctx: PublicContext, statement: string, values: readonly unknown[]): Promise<Rotated | undefined> {
  const { rows } = await ctx.service.database.kysely.executeQuery<Rotated>(CompiledQuery.raw(statement, [...values]))
  return rows[0]
}

/** Of whoever has this token, where it is not used yet. */
async function wholeHolding(ctx: PublicContext, hash: Buffer): Promise<PermissionSource | undefined> {
  const { reader } = ctx.service.database
  const { rows } = await reader.executeQuery<{ accountId: string }>(CompiledQuery.raw(holder, [hash]))
  const id = rows[0]?.accountId
  return id === undefined ? undefined : (await loadPermissionSources(reader, [id])).get(id)
}

/** Of who is in no group. What restricts the tenant is left out: it takes fields, and a token names permissions. */
function holdingOf({ tenantId, roleId, roleName, roleSeed, roleReach, roleLists, granted }: Rotated): PermissionSource {
  const permissions = Object.entries(roleLists ?? {}).map(([permission, restrictedFields]) => ({ permission, restrictedFields }))
  const role =
    roleId && roleName !== null && roleReach ? { id: roleId, name: roleName, seed: roleSeed, reach: roleReach, permissions } : null
  return { tenantId, role, groups: [], grant: tenantId === null ? 'all' : (granted ?? []), tenantRestrictions: [] }
}

async function answer(ctx: PublicContext, rotated: Rotated, holding: PermissionSource, token: string): Promise<TokenResponse> {
  await knowSettings(ctx, rotated.tenantId)
  const { permissions } = effectivePermissions(holding)
  return tokenResponse(ctx, { ...rotated, impersonatorId: null }, permissions, token, requiredActionsOf(ctx, rotated, null))
}

/**
 * The settings say how long the new token lives and what is asked of its holder. Where they can't be read the service's own stand in, for
 * the old token is used up: each request is judged anew, and the next refresh reads them.
 */
async function knowSettings(ctx: PublicContext, tenantId: string | null): Promise<void> {
  try {
    await knowTenants(ctx.service, [tenantId])
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
}
