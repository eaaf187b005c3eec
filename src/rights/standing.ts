import { CompiledQuery } from 'kysely'
import { unauthenticated } from '#core/errors.ts'
import { registerHotStatement } from '#db/postgres/hot-statements.ts'
import type { Actor, Context, PublicContext, Standing } from '#db/rows/context.ts'
import { effectivePermissions } from './effective-permissions.ts'
import { lockTenantsOf } from './locked-tenants.ts'
import { loadPermissionSources } from './permission-sources.ts'
import { type RequiredActionFacts, requiredActionsOf } from './required-actions.ts'
import { isAliveSql } from './session-snapshot.ts'

/** What there is of a caller who is still there, but for their permissions. */
interface Found extends RequiredActionFacts {
  readonly isOpen: boolean
  readonly isSuperAdmin: boolean
  readonly expiresAt: Date
}

/**
 * Locks the caller's account, then the session (and for an impersonation the impersonator and the session it began in), and says in the
 * same statement whether it is open: what ends a session takes it `for update` and comes before or after the whole transaction. A key
 * share lets activity be written and tokens be refreshed meanwhile. The tenants must be locked already, for they come first.
 */
// unscoped: the caller's own session; it makes the scope
const statementFor = (account: string, session: string) => `with people as materialized (
    select id, kind, tenant_id, role_id, is_active, is_blocked, is_protected, deleted_at, must_change_password, password_changed_at,
      two_factor_enabled
    from accounts where id = any($2::uuid[]) order by id ${account}
  ), family as materialized (
    select id, account_id, kind, parent_id, impersonator_id, created_at, expires_at, ended_at, ended_because from sessions
    where (id = $1::uuid or id = (select own.parent_id from sessions own where own.id = $1::uuid)) and (select count(*) from people) > 0
    order by id ${session}
  )
  select a.kind, a.tenant_id, a.must_change_password, a.password_changed_at, a.two_factor_enabled,
    least(s.expires_at, parent.expires_at) as expires_at,
    a.kind = 'admin' and a.tenant_id is null and exists (
      select from roles r where r.id = a.role_id and r.seed = 'SuperAdmin' and r.deleted_at is null) as is_super_admin,
    ${isAliveSql} and not exists (
      select from tenant_closure c join tenants t on t.id = c.ancestor_id where c.descendant_id = a.tenant_id
        and (t.status <> 'Active' or t.deleted_at is not null or t.sessions_valid_after >= s.created_at)) as is_open
  from family s
    join people a on a.id = s.account_id
    left join family parent on parent.id = s.parent_id
    left join people i on i.id = s.impersonator_id
    left join roles ir on ir.id = i.role_id
  where s.id = $1::uuid`
/** By how the account is locked; `none` reads without any lock. */
const statements = {
  share: statementFor('for share', 'for key share'),
  change: statementFor('for no key update', 'for key share'),
  none: statementFor('', ''),
}
type Mode = keyof typeof statements
for (const statement of Object.values(statements)) registerHotStatement(statement)

/** The accounts that a caller stands on: their own, and of an impersonation whose it is. */
export const peopleOf = ({ actor }: Context): string[] => (actor.impersonatorId ? [actor.id, actor.impersonatorId] : [actor.id])

/**
 * Throws 401 `session_revoked` when the caller's session is over by now, for whatever reason (`isAliveSql`, a tenant above shut), and
 * keeps it from ending until the transaction does. After the tenants and the accounts, and before sessions are ended.
 */
export async function requireOpenSession(ctx: Context, mode: Mode): Promise<Found> {
  const values = [ctx.actor.sessionId, peopleOf(ctx)]
  const { rows } = await ctx.db.executeQuery<Found>(CompiledQuery.raw(statements[mode], values))
  const [found] = rows
  if (!found?.isOpen || found.expiresAt <= ctx.service.clock.now()) throw unauthenticated('session_revoked', true)
  return found
}

/** Asks the route again for the caller, as the locks hold them: throws 403 when it is closed to them by now, or a field of the body is. */
export function requireAdmitted(ctx: Context, found: Found, { permissions, masks }: Pick<Actor, 'permissions' | 'masks'>): void {
  const { actor, standing } = ctx
  const { tenantId, isSuperAdmin } = found
  const caller = { ...actor, ...requiredActionsOf(ctx, found, actor.impersonatorId), tenantId, isSuperAdmin, permissions, masks }
  if (standing) standing.caller = caller
  ctx.admit?.(caller)
}

/**
 * What has callers judged under the locks of whatever they change: actions that give or change something lock them with it
 * (`lockGrantor`). Where people only touch things of their own, nothing else comes before, so every transaction begins by locking them.
 * @param isOwn of such a route
 */
export function standingFor(isOwn: boolean): Standing {
  return {
    caller: null,
    async judge(ctx: PublicContext, when) {
      if (when === 'last' || isOwn) await lockCaller(ctx as Context, isOwn)
    },
  }
}

/**
 * For change, where sessions of theirs may be ended: two requests that each hold their own would wait for each other. What people do with
 * things of their own needs no permission, so none is read again.
 */
async function lockCaller(ctx: Context, isOwn: boolean): Promise<void> {
  const { actor } = ctx
  // alone in line too: else whoever writes in a stolen session without a pause could keep its owner from ending it
  await lockTenantsOf(ctx, actor.id, isOwn ? peopleOf(ctx) : [])
  const found = await requireOpenSession(ctx, isOwn ? 'change' : 'share')
  const holding = isOwn ? undefined : (await loadPermissionSources(ctx.db, [actor.id])).get(actor.id)
  requireAdmitted(ctx, found, holding ? effectivePermissions(holding) : actor)
}
