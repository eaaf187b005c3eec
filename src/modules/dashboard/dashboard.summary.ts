import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { localDays } from '#core/local-days.ts'
import type { Context } from '#db/rows/context.ts'
import { scopeOf, select } from '#db/rows/owned.ts'
import { countsSince } from './dashboard.counts.ts'
import type { DashboardSummary } from './dashboard.schema.ts'

type Summary = z.input<typeof DashboardSummary>

/** The numbers that a dashboard begins with, of the own tenant and all below it; none of them is counted, but for the tenants. */
export async function readSummary(ctx: Context, timeZone: string): Promise<Summary> {
  const today = localDays(ctx.now, 1, timeZone)[0]!
  const [{ admins, users, storageBytes }, verified, tenants, [logins]] = await Promise.all([
    keptNumbers(ctx),
    verifiedUsers(ctx),
    tenantNumbers(ctx),
    countsSince(ctx, today.from, ['auth.login.succeeded']),
  ])
  const { blocked, ...others } = users
  return { admins, users: { ...others, verified }, tenants, loginsToday: logins?.n ?? 0, storageBytes }
}

/** Up to so many tenants are looked up one by one: of a table with six rows a tenant more, before reading the whole of it is quicker. */
const fewTenants = { tenant_account_counts: 2000, tenant_totals: 500, tenant_verified_users: 500 }

/** The rows of a table of kept numbers that are in scope. For a hundred tenants of ten thousand PostgreSQL would read the whole of it by itself. */
// unscoped: by the caller's scope, written out
function keptIn(ctx: Context, table: keyof typeof fewTenants): RawBuilder<unknown> {
  const { tenantId } = ctx.actor
  if (tenantId === null) return sql`from ${sql.table(table)}`
  if (ctx.service.tenants.subtreeSize(tenantId) > fewTenants[table])
    return sql`from ${sql.table(table)} where ${scopeOf(ctx.actor, `${table}.tenant_id`)}`
  return sql`from tenant_closure c cross join lateral (
    select * from ${sql.table(table)} k where k.tenant_id = c.descendant_id offset 0) kept where c.ancestor_id = ${tenantId}`
}

interface Kept {
  readonly admins: number
  readonly users: number
  readonly storageBytes: number
  /** Of admins and users together. */
  readonly active: number
  readonly blocked: number
  readonly activeUsers: number
  readonly blockedUsers: number
}

/**
 * From the numbers kept with every change of an account, and with every file, logo and avatar; what lies in the bin is stored, too. Never below 0.
 * All of one moment. The totals have one row a tenant, and the states six: of them no more is added up than the totals do not say. What the
 * platform itself has is told to the platform alone.
 */
// unscoped: by the caller's scope, written out
async function keptNumbers(ctx: Context): Promise<Pick<Summary, 'admins' | 'storageBytes'> & { users: Summary['admins'] }> {
  const ofPlatform = ctx.actor.tenantId === null
  const also = (number: RawBuilder<unknown>) => (ofPlatform ? sql`+ coalesce((${number}), 0)` : sql``)
  const own = (kind: string) => also(sql`select sum(n) from tenant_account_counts where tenant_id is null and kind = ${kind}`)
  const { rows } = await sql<Kept>`
    select total.*, state.* from (
      select (coalesce(sum(admins), 0) ${own('admin')})::integer as admins, (coalesce(sum(users), 0) ${own('user')})::integer as users,
        greatest(0, coalesce(sum(storage_bytes), 0) ${also(sql`select storage_bytes from platform_totals`)})::bigint as storage_bytes
      ${keptIn(ctx, 'tenant_totals')}
    ) total cross join (
      select coalesce(sum(n) filter (where is_active and not is_blocked), 0)::integer as active,
        coalesce(sum(n) filter (where is_blocked), 0)::integer as blocked,
        coalesce(sum(n) filter (where is_active and not is_blocked and kind = 'user'), 0)::integer as active_users,
        coalesce(sum(n) filter (where is_blocked and kind = 'user'), 0)::integer as blocked_users
      ${keptIn(ctx, 'tenant_account_counts')}
    ) state`.execute(ctx.db)
  const { admins, users, storageBytes, active, blocked, activeUsers, blockedUsers } = rows[0]!
  const from0 = (n: number) => Math.max(0, n)
  const numbers = (total: number, active: number, blocked: number) => ({
    total: from0(total),
    active: from0(active),
    blocked: from0(blocked),
  })
  return {
    admins: numbers(admins, active - activeUsers, blocked - blockedUsers),
    users: numbers(users, activeUsers, blockedUsers),
    storageBytes,
  }
}

async function verifiedUsers(ctx: Context): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select greatest(0, coalesce(sum(n), 0))::integer as n
    ${keptIn(ctx, 'tenant_verified_users')}`.execute(ctx.db)
  return rows[0]!.n
}

async function tenantNumbers(ctx: Context): Promise<Summary['tenants']> {
  return await select(ctx, 'tenants')
    .select([
      sql<number>`count(*)::integer`.as('total'),
      sql<number>`count(*) filter (where tenants.status = 'Active')::integer`.as('active'),
    ])
    .executeTakeFirstOrThrow()
}
