import { sql } from 'kysely'
import type { ObstacleReason } from '#core/error-codes.ts'
import { type AppError, stateConflict } from '#core/errors.ts'
import { loginKey } from '#core/text/login-name.ts'
import { uniqueViolation } from '#db/database-errors.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { isShut } from '#db/rows/shut-tenants.ts'
import { mostTemplates } from '#modules/message-templates/template-room.ts'
import { mostWebhooks } from '#modules/webhooks/webhooks.limit.ts'

/** What stands in the way of each record; one that is free is not in it. */
export type Obstacles = ReadonlyMap<string, ObstacleReason>

/** Throws 409: `quota_exceeded` for a full quota, else `cannot_restore` with the reason that the list shows. */
export function refuseObstacle(reason: ObstacleReason | undefined): void {
  if (reason === 'quota_exceeded') throw stateConflict('quota_exceeded', { reason })
  if (reason !== undefined) throw cannotRestore(reason)
}

/** For the error of a restore that met a unique index: the platform has no row to lock, there the index decides who was first. */
export function refuseTakenName(error: unknown): never {
  if (uniqueViolation(error)) throw cannotRestore('name_taken')
  throw error
}

export const cannotRestore = (reason: ObstacleReason): AppError => stateConflict('cannot_restore', { reason })

interface Facts {
  readonly id: string
  readonly isTenantDeleted: boolean
  readonly isRoleDeleted?: boolean
  readonly isTaken: boolean
  readonly isFull: boolean
}

/** That a tenant (of this alias) is deleted, by itself or with one above. */
const isDeleted = (alias: 't' | 'p') => sql`(${sql.ref(`${alias}.deletedAt`)} is not null or ${isShut(sql.ref(`${alias}.id`))})`

const reasonsOf = (rows: readonly Facts[]): Obstacles =>
  new Map(
    rows.flatMap(({ id, isTenantDeleted, isRoleDeleted, isTaken, isFull }) => {
      const deleted = isTenantDeleted ? 'tenant_deleted' : isRoleDeleted ? 'role_deleted' : null
      const reason = deleted ?? (isTaken ? 'name_taken' : isFull ? 'quota_exceeded' : null)
      return reason === null ? [] : [[id, reason] as const]
    }),
  )

/** Of accounts of one kind: their roles (one that is erased is none), their login names, and for admins the quota of their tenants. */
// unscoped: by entries in scope; a taken name or full quota is an obstacle, whoever has it
export async function accountObstacles(ctx: PublicContext, ids: readonly string[]): Promise<Obstacles> {
  const accounts = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'email', 'username'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  // folded by the application only, like the names they are compared to
  const names = accounts.flatMap(({ id, email, username }) =>
    [email, username].flatMap((name) => (name === null ? [] : [{ id, key: loginKey(name) }])),
  )
  const { rows } = await sql<Facts>`
    select e.id, ${isDeleted('t')} as is_tenant_deleted,
      exists (select from roles r where r.id = e.role_id and r.deleted_at is not null and r.purged_at is null) as is_role_deleted,
      exists (
        select from unnest(${names.map(({ id }) => id)}::uuid[], ${names.map(({ key }) => key)}::text[]) as n (id, key)
          join account_logins l on l.key = n.key and l.kind = e.kind
        where n.id = e.id and l.tenant_id is not distinct from e.tenant_id) as is_taken,
      coalesce(e.kind = 'admin' and s.max_admins > 0 and s.max_admins <= (
        select coalesce(sum(c.n), 0) from tenant_account_counts c where c.tenant_id = e.tenant_id and c.kind = 'admin'), false) as is_full
    from accounts e left join tenants t on t.id = e.tenant_id left join tenant_settings s on s.tenant_id = e.tenant_id
    where e.id = any(${ids}::uuid[])`.execute(ctx.db)
  return reasonsOf(rows)
}

/** Of roles: their names, and the quota of their tenants; the seeded ones don't count. */
// unscoped: by entries in scope; a taken name or full quota is an obstacle, whoever has it
export async function roleObstacles(ctx: PublicContext, ids: readonly string[]): Promise<Obstacles> {
  const { rows } = await sql<Facts>`
    select e.id, ${isDeleted('t')} as is_tenant_deleted,
      case when e.tenant_id is null
        then exists (select from roles r where r.tenant_id is null and r.name_key = e.name_key and r.deleted_at is null)
        else exists (select from roles r where r.tenant_id = e.tenant_id and r.name_key = e.name_key and r.deleted_at is null)
      end as is_taken,
      coalesce(e.seed is null and s.max_roles > 0 and s.max_roles <= (
        select count(*) from roles r where r.tenant_id = e.tenant_id and r.seed is null and r.deleted_at is null), false) as is_full
    from roles e left join tenants t on t.id = e.tenant_id left join tenant_settings s on s.tenant_id = e.tenant_id
    where e.id = any(${ids}::uuid[])`.execute(ctx.db)
  return reasonsOf(rows)
}

/** Of groups: their codes. */
// unscoped: by entries in scope; a taken code is an obstacle, whoever has it
export async function groupObstacles(ctx: PublicContext, ids: readonly string[]): Promise<Obstacles> {
  const { rows } = await sql<Facts>`
    select e.id, ${isDeleted('t')} as is_tenant_deleted, false as is_full,
      case when e.tenant_id is null
        then exists (select from user_groups g where g.tenant_id is null and g.code = e.code and g.deleted_at is null)
        else exists (select from user_groups g where g.tenant_id = e.tenant_id and g.code = e.code and g.deleted_at is null)
      end as is_taken
    from user_groups e left join tenants t on t.id = e.tenant_id
    where e.id = any(${ids}::uuid[])`.execute(ctx.db)
  return reasonsOf(rows)
}

/** Of templates: their names and codes, and the room of their tenants. */
// unscoped: by entries in scope; a taken name or no room is an obstacle, whoever took it
export async function templateObstacles(ctx: PublicContext, ids: readonly string[]): Promise<Obstacles> {
  const { rows } = await sql<Facts>`
    select e.id, ${isDeleted('t')} as is_tenant_deleted,
      ${mostTemplates} <= case when e.tenant_id is null
        then (select count(*) from message_templates m where m.tenant_id is null and m.deleted_at is null)
        else (select count(*) from message_templates m where m.tenant_id = e.tenant_id and m.deleted_at is null)
      end as is_full,
      case when e.tenant_id is null
        then exists (select from message_templates m where m.tenant_id is null and m.deleted_at is null
          and (m.name_key = e.name_key or m.code = e.code))
        else exists (select from message_templates m where m.tenant_id = e.tenant_id and m.deleted_at is null
          and (m.name_key = e.name_key or m.code = e.code))
      end as is_taken
    from message_templates e left join tenants t on t.id = e.tenant_id
    where e.id = any(${ids}::uuid[])`.execute(ctx.db)
  return reasonsOf(rows)
}

/** Of webhooks: the room of their tenants. */
// unscoped: by entries in scope; no room is an obstacle, whoever took it
export async function webhookObstacles(ctx: PublicContext, ids: readonly string[]): Promise<Obstacles> {
  const { rows } = await sql<Facts>`
    select e.id, ${isDeleted('t')} as is_tenant_deleted, false as is_taken,
      ${mostWebhooks} <= case when e.tenant_id is null
        then (select count(*) from webhooks w where w.tenant_id is null and w.deleted_at is null)
        else (select count(*) from webhooks w where w.tenant_id = e.tenant_id and w.deleted_at is null)
      end as is_full
    from webhooks e left join tenants t on t.id = e.tenant_id
    where e.id = any(${ids}::uuid[])`.execute(ctx.db)
  return reasonsOf(rows)
}

/**
 * Of tenants: their codes and those of all that went with them, and the quotas of all that stand above, each of which must have room
 * for as many as come back.
 */
// unscoped: by entries in scope; a taken code or full quota is an obstacle, whoever has it
export async function tenantObstacles(ctx: PublicContext, ids: readonly string[]): Promise<Obstacles> {
  const { rows } = await sql<Facts>`
    with back as (
      select e.id as top, e.parent_id, e.id, e.code from tenants e where e.id = any(${ids}::uuid[])
      union all
      select e.id, e.parent_id, w.id, w.code from tenants e join tenants w on w.deleted_with = e.id where e.id = any(${ids}::uuid[])
    ), sizes as (
      select top, parent_id, count(*) as n from back group by 1, 2
    ), bounds as (
      select distinct s.tenant_id, s.max_sub_tenants
      from sizes join tenant_closure up on up.descendant_id = sizes.parent_id join tenant_settings s on s.tenant_id = up.ancestor_id
      where s.max_sub_tenants > 0
    ), room as (
      select b.tenant_id, b.max_sub_tenants - (
        select count(*) from tenant_closure down join tenants t on t.id = down.descendant_id
        where down.ancestor_id = b.tenant_id and down.depth > 0 and t.deleted_at is null and not ${isShut(sql`t.id`)}) as n
      from bounds b
    )
    select sizes.top as id, ${isDeleted('p')} as is_tenant_deleted,
      exists (select from back b join tenants t on t.code = b.code and t.deleted_at is null and t.id <> b.id where b.top = sizes.top) as is_taken,
      exists (select from tenant_closure up join room on room.tenant_id = up.ancestor_id
        where up.descendant_id = sizes.parent_id and room.n < sizes.n) as is_full
    from sizes left join tenants p on p.id = sizes.parent_id`.execute(ctx.db)
  return reasonsOf(rows)
}
