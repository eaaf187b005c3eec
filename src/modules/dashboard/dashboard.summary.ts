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
  const [{ admins, users }, verified, tenants, [logins], storageBytes] = await Promise.all([
    accountNumbers(ctx),
    verifiedUsers(ctx),
    tenantNumbers(ctx),
    countsSince(ctx, today.from, ['auth.login.succeeded']),
    storedBytes(ctx),
  ])
  const { blocked, ...others } = users
  return { admins, users: { ...others, verified }, tenants, loginsToday: logins?.n ?? 0, storageBytes }
}

const inScope = (ctx: Context, column: string): RawBuilder<unknown> => {
  const scope = scopeOf(ctx.actor, column)
  return scope ? sql`where ${scope}` : sql``
}

/** From the counts kept with every change of an account. Never below 0. */
// unscoped: by the caller's scope, written out
async function accountNumbers(ctx: Context): Promise<{ admins: Summary['admins']; users: Summary['admins'] }> {
  const { rows } = await sql<{ kind: string; isActive: boolean; isBlocked: boolean; n: number }>`
    select kind, is_active, is_blocked, sum(n)::integer as n
    from tenant_account_counts ${inScope(ctx, 'tenant_account_counts.tenant_id')} group by kind, is_active, is_blocked`.execute(ctx.db)
  const of = (kind: string) => {
    const sum = (is: (row: (typeof rows)[number]) => boolean) =>
      Math.max(
        0,
        rows.filter((row) => row.kind === kind && is(row)).reduce((total, { n }) => total + n, 0),
      )
    return {
      total: sum(() => true),
      active: sum(({ isActive, isBlocked }) => isActive && !isBlocked),
      blocked: sum(({ isBlocked }) => isBlocked),
    }
  }
  return { admins: of('admin'), users: of('user') }
}

// unscoped: by the caller's scope, written out
async function verifiedUsers(ctx: Context): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select greatest(0, coalesce(sum(n), 0))::integer as n from tenant_verified_users
    ${inScope(ctx, 'tenant_verified_users.tenant_id')}`.execute(ctx.db)
  return rows[0]!.n
}

/** From the totals kept with every file, logo and avatar; what lies in the bin is stored, too. What the platform keeps is told to the platform alone. */
// unscoped: by the caller's scope, written out
async function storedBytes(ctx: Context): Promise<number> {
  const ofPlatform = ctx.actor.tenantId === null ? sql`+ coalesce((select storage_bytes from platform_totals), 0)` : sql``
  const { rows } = await sql<{ n: number }>`
    select greatest(0, coalesce(sum(storage_bytes), 0) ${ofPlatform})::bigint as n from tenant_totals
    ${inScope(ctx, 'tenant_totals.tenant_id')}`.execute(ctx.db)
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
