import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { knowTenants } from '#db/live/known-tenants.ts'
import { revoke } from '#db/live/revocations.ts'
import { type Settings, serviceDefaults } from '#db/live/tenant-settings.ts'
import type { Context } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { changesBetween } from '#events/changes.ts'
import { emit } from '#events/emit.ts'
import { lockTenant } from './tenants.locked.ts'
import { getTenant, settingsOf } from './tenants.queries.ts'
import type { SettingsAnswer, SettingsChange } from './tenants.settings.schema.ts'

type Answer = z.input<typeof SettingsAnswer>
type Wanted = z.output<typeof SettingsChange>
/** What one tenant sets itself; null is inherited. */
type Own = { readonly [N in keyof Settings]: Settings[N] | null }

type Audit = Pick<Settings, 'auditEnabled' | 'auditRetentionDays'>

/** What a tenant may not decide about itself; nor may it lower how long its audit log is kept. */
const setFromOutside = ['maxAdmins', 'maxRoles', 'maxSubTenants', 'maxStorageBytes', 'auditEnabled'] as const

/** All settings as they hold, with where each comes from. Throws 404 for an unknown, deleted or foreign tenant alike. */
export async function getSettings(ctx: Context, id: string): Promise<Answer> {
  const tenant = await getTenant(ctx, id)
  await knowTenants(ctx.service, [tenant.id])
  return settingsOf(ctx, tenant.id)
}

/**
 * Changes what a tenant sets itself: absent stays, null is inherited again. Not in a transaction, for the answer is what this process
 * holds once the change is committed.
 * @throws AppError 404 unknown or foreign, 403 `field_restricted` naming what only those outside the tenant may set
 */
export async function changeSettings(ctx: Context, id: string, wanted: Wanted): Promise<Answer> {
  const tenant = await getTenant(ctx, id)
  await transact(ctx, (ctx) => store(ctx, tenant.id, wanted))
  return await getSettings(ctx, tenant.id)
}

/** Under the tenant's lock and with those above held: of two changes at once each finds what the other left. */
// unscoped: by a tenant that `lockTenant` judged under the lock
async function store(ctx: Context, id: string, wanted: Wanted): Promise<void> {
  const { tenant } = await lockTenant(ctx, id)
  const own = await ownSettings(ctx, id)
  const allowed = id === ctx.actor.tenantId ? fromInside(own, await auditAbove(ctx, id), wanted) : wanted
  const changes = changesBetween<Own>(own, allowed as Partial<Own>)
  if (Object.keys(changes).length === 0) return
  const columns = Object.fromEntries(Object.entries(changes).map(([field, { after }]) => [columnOf(field), after]))
  await ctx.db
    .insertInto('tenantSettings')
    .values({ tenantId: id, ...columns, updatedAt: ctx.now })
    .onConflict((conflict) => conflict.column('tenantId').doUpdateSet({ ...columns, updatedAt: ctx.now }))
    .execute()
  await revoke(ctx, 'settings', id)
  await emit(ctx, 'tenant.settings_changed', { tenantId: id, entityId: id, entityName: tenant.name, changes })
}

/**
 * What of a change somebody of the tenant itself may make. Sending back what holds is no change: it is left out, so that a value from
 * above stays inherited.
 */
function fromInside(own: Own, above: Audit, wanted: Wanted): Wanted {
  const held = { ...own, auditEnabled: own.auditEnabled ?? above.auditEnabled }
  const restricted = setFromOutside.filter((name) => {
    const value = wanted[name]
    // 0 is no quota, as null is
    const isSame = value === held[name] || (name !== 'auditEnabled' && !value && !held[name])
    return value !== undefined && value !== own[name] && !isSame
  })
  const { auditRetentionDays } = wanted
  const isLower = (auditRetentionDays ?? above.auditRetentionDays) < (own.auditRetentionDays ?? above.auditRetentionDays)
  const fields = [...restricted, ...(auditRetentionDays !== undefined && isLower ? ['auditRetentionDays'] : [])]
  if (fields.length > 0)
    throw new AppError(403, 'field_restricted', { fields: fields.map((field) => ({ field, code: 'field_restricted' })) })
  return Object.fromEntries(Object.entries(wanted).filter(([field]) => !(setFromOutside as readonly string[]).includes(field)))
}

/** A tenant without a row sets nothing. */
// unscoped: by a tenant that `lockTenant` judged under the lock
async function ownSettings(ctx: Context, id: string): Promise<Own> {
  const row: Record<string, unknown> | undefined = await ctx.db
    .selectFrom('tenantSettings')
    .selectAll()
    .where('tenantId', '=', id)
    .executeTakeFirst()
  return Object.fromEntries(Object.keys(serviceDefaults).map((name) => [name, row?.[columnOf(name)] ?? null])) as unknown as Own
}

/** What would hold of these if the tenant set nothing: the nearest ancestor's. */
// unscoped: what tenants above set is inherited; the caller reads it as the tenant's own
async function auditAbove(ctx: Context, id: string): Promise<Audit> {
  const { rows } = await sql<{ [N in keyof Audit]: Audit[N] | null }>`
    select s.audit_enabled, s.audit_retention_days from tenant_closure c join tenant_settings s on s.tenant_id = c.ancestor_id
    where c.descendant_id = ${id} and c.depth > 0 order by c.depth`.execute(ctx.db)
  const nearest = <N extends keyof Audit>(name: N) =>
    rows.map((row) => row[name]).find((value) => value !== null) ?? ctx.service.settings.of(null)[name]
  return { auditEnabled: nearest('auditEnabled'), auditRetentionDays: nearest('auditRetentionDays') }
}

/** The one column that is spelt otherwise. */
const columnOf = (name: string) => (name === 'require2FA' ? 'require2fa' : name)
