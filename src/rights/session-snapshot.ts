import { CompiledQuery, type Kysely } from 'kysely'
import type { Settings } from '#db/live/settings-defaults.ts'
import { ownTenantState, type TenantNode, worseState } from '#db/live/tenant-tree.ts'
import { registerHotStatement } from '#db/postgres/hot-statements.ts'
import type { AccountKind, Actor } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'
import { fullName } from '#events/people.ts'
import { effectivePermissions, type PermissionSource } from './effective-permissions.ts'
import { holdingIn, permissionSourceColumns, type SourceRow } from './permission-sources.ts'
import type { RequiredActionFacts } from './required-actions.ts'

/** A session that was alive when it was read, with all that its caller may do. */
export interface SessionSnapshot {
  readonly sessionId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly isSignedOut: boolean
  readonly facts: RequiredActionFacts
  /** The caller, but for what the time and the tenant's settings ask of them. */
  readonly actor: Omit<Actor, 'mustChangePassword' | 'requiresTwoFactorSetup'>
  /** Ids of every record it was made from: session, account, roles, groups, tenants. A change of one of them makes it void. */
  readonly madeFrom: ReadonlySet<string>
  /** As the database had it; the process knows it too, as long as it can be sure to be up to date. */
  readonly rules: { readonly [N in 'passwordExpiryDays' | 'require2FA']: Settings[N] | null }
}

/** One tenant of the account's lineage, itself first. */
interface Level extends Pick<TenantNode, 'id' | 'status' | 'isDeleted'> {
  /** Milliseconds since 1970. */
  readonly validAfter: number | null
  readonly passwordExpiryDays: number | null
  readonly require2FA: boolean | null
}

interface Row extends Omit<PermissionSource, 'tenantId'>, RequiredActionFacts {
  readonly sessionId: string
  readonly accountId: string
  readonly parentId: string | null
  readonly impersonatorId: string | null
  readonly impersonator: Parameters<typeof fullName>[0] | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly isAlive: boolean
  readonly isSignedOut: boolean
  readonly kind: AccountKind
  readonly username: string | null
  readonly firstName: string
  readonly lastName: string
  readonly roleId: string | null
  readonly lineage: readonly Level[]
}

/**
 * A session that was logged out of (`ended_because` without `ended_at`) lets its access token run out, but no impersonation go on.
 * An impersonation needs its parent, an impersonator who is still the SuperAdmin, and a target that is not protected.
 * Of sessions `s` and `parent`, accounts `a` and `i`, and the impersonator's role `ir`.
 */
export const isAliveSql = `s.ended_at is null and a.kind = s.kind and a.deleted_at is null and a.is_active and not a.is_blocked
      and (s.impersonator_id is null and s.parent_id is null or coalesce(
        not a.is_protected and parent.ended_at is null and parent.ended_because is null and parent.account_id = i.id
        and i.kind = 'admin' and i.tenant_id is null and i.deleted_at is null and i.is_active and not i.is_blocked
        and ir.seed = 'SuperAdmin' and ir.deleted_at is null, false))`

// unscoped: by the session of an access token; it makes the scope
const statement = `select s.id as session_id, s.account_id, s.parent_id, s.impersonator_id, s.created_at,
    least(s.expires_at, parent.expires_at) as expires_at, a.kind, a.tenant_id, a.role_id, a.username, a.first_name, a.last_name,
    a.must_change_password, a.password_changed_at, a.two_factor_enabled,
    case when i.id is not null then jsonb_build_object('firstName', i.first_name, 'lastName', i.last_name, 'username', i.username) end as impersonator,
    ${isAliveSql} as is_alive, s.ended_because is not null as is_signed_out,
    ${permissionSourceColumns},
    coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'status', t.status, 'isDeleted', t.deleted_at is not null,
        'validAfter', extract(epoch from t.sessions_valid_after) * 1000,
        'passwordExpiryDays', ts.password_expiry_days, 'require2FA', ts.require2fa) order by c.depth)
      from tenant_closure c join tenants t on t.id = c.ancestor_id left join tenant_settings ts on ts.tenant_id = t.id
      where c.descendant_id = a.tenant_id), '[]') as lineage
  from sessions s
    join accounts a on a.id = s.account_id
    left join sessions parent on parent.id = s.parent_id
    left join accounts i on i.id = s.impersonator_id
    left join roles ir on ir.id = i.role_id
  where s.id = $1::uuid`
registerHotStatement(statement)

/** Reads a session with everything it depends on, in one statement; null when it is unknown or dead for any reason but its age. */
export async function readSessionSnapshot(db: Pick<Kysely<Tables>, 'executeQuery'>, sessionId: string): Promise<SessionSnapshot | null> {
  const { rows } = await db.executeQuery<Omit<Row, 'groups'> & SourceRow>(CompiledQuery.raw(statement, [sessionId]))
  const row: Row | undefined = rows[0] && holdingIn(rows[0])
  return row?.isAlive && isTenantOpen(row) ? snapshotOf(row) : null
}

function isTenantOpen({ tenantId, lineage, createdAt }: Row): boolean {
  // a tenant always has at least itself in its lineage: without it nothing is known, and so nothing is allowed
  if (tenantId !== null && lineage[0]?.id !== tenantId) return false
  const isActive =
    lineage.reduce<ReturnType<typeof ownTenantState>>((state, level) => worseState(state, ownTenantState(level)), null) === null
  return isActive && lineage.every(({ validAfter }) => validAfter === null || createdAt.getTime() > validAfter)
}

function snapshotOf(row: Row): SessionSnapshot {
  const { kind, tenantId, mustChangePassword, passwordChangedAt, twoFactorEnabled } = row
  return {
    sessionId: row.sessionId,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    isSignedOut: row.isSignedOut,
    facts: { kind, tenantId, mustChangePassword, passwordChangedAt, twoFactorEnabled },
    actor: {
      id: row.accountId,
      kind,
      tenantId,
      sessionId: row.sessionId,
      name: fullName(row),
      isSuperAdmin: kind === 'admin' && tenantId === null && row.role?.seed === 'SuperAdmin',
      ...effectivePermissions(row),
      impersonatorId: row.impersonatorId,
      impersonatorName: row.impersonator && fullName(row.impersonator),
    },
    madeFrom: new Set(idsOf(row).filter((id) => id !== null)),
    rules: {
      passwordExpiryDays: nearest(row, 'passwordExpiryDays'),
      require2FA: nearest(row, 'require2FA'),
    },
  }
}

const idsOf = (row: Row): (string | null)[] => [
  ...[row.sessionId, row.parentId, row.accountId, row.impersonatorId, row.roleId],
  ...row.groups.flatMap(({ id, roles }) => [id, ...roles.map((role) => role.id)]),
  ...row.lineage.map(({ id }) => id),
]

const nearest = <K extends 'passwordExpiryDays' | 'require2FA'>({ lineage }: Row, name: K): Level[K] =>
  lineage.find((level) => level[name] !== null)?.[name] ?? null
