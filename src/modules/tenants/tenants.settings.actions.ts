import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Context } from '#db/context.ts'
import { knowTenants } from '#db/known-tenants.ts'
import { revoke } from '#db/revocations.ts'
import { type Settings, serviceDefaults } from '#db/tenant-settings.ts'
import { transact } from '#db/transact.ts'
import { changesBetween } from '#events/changes.ts'
import { emit } from '#events/emit.ts'
import { lockTenant } from './tenants.locked.ts'
import { getTenant, settingsOf } from './tenants.queries.ts'
import type { SettingsAnswer, SettingsChange } from './tenants.settings.schema.ts'

type Answer = z.input<typeof SettingsAnswer>
type Wanted = z.output<typeof SettingsChange>
/** What one tenant sets itself; null is inherited. */
type Own = { readonly [N in keyof Settings]: Settings[N] | null }

const quotas = ['maxAdmins', 'maxRoles', 'maxSubTenants'] as const
/** What a tenant may not decide about itself. */
const setFromOutside: readonly (keyof Settings)[] = [...quotas, 'auditEnabled']

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
async function store(ctx: Context, id: string, wanted: Wanted): Promise<void> {
  const { name } = await lockTenant(ctx, id, 'tenants.update')
  const lineage = await lineageOf(ctx, id)
  const own = lineage[0] as Own
  const allowed = id === ctx.actor.tenantId ? fromInside(lineage, wanted) : wanted
  const changes = changesBetween<Own>(own, allowed as Partial<Own>)
  if (Object.keys(changes).length === 0) return
  const columns = Object.fromEntries(Object.entries(changes).map(([field, { after }]) => [columnOf(field), after]))
  await ctx.db
    .insertInto('tenantSettings')
    .values({ tenantId: id, ...columns, updatedAt: ctx.now })
    .onConflict((conflict) => conflict.column('tenantId').doUpdateSet({ ...columns, updatedAt: ctx.now }))
    .execute()
  await revoke(ctx, 'settings', id)
  await emit(ctx, 'tenant.settings_changed', { tenantId: id, entityId: id, entityName: name, changes })
}

/**
 * What of a change somebody of the tenant itself may make. Sending back what holds is no change: it is left out, so that a value from
 * above stays inherited.
 */
function fromInside(lineage: readonly Own[], wanted: Wanted): Wanted {
  const own = lineage[0] as Own
  const restricted: string[] = []
  const left = Object.entries(wanted).filter(([field, value]) => {
    const name = field as keyof Settings
    if (value === undefined || value === own[name]) return false
    if (name === 'auditRetentionDays') {
      const after = heldValue([{ ...own, auditRetentionDays: value as number | null }, ...lineage.slice(1)], name)
      if (Number(after) < Number(heldValue(lineage, name))) restricted.push(name)
      return true
    }
    if (!setFromOutside.includes(name)) return true
    // of a quota, 0 and null both say: none
    const isQuota = (quotas as readonly string[]).includes(name)
    if (value !== heldValue(lineage, name) && !(isQuota && !value && !own[name])) restricted.push(name)
    return false
  })
  if (restricted.length > 0)
    throw new AppError(403, 'field_restricted', { fields: restricted.map((field) => ({ field, code: 'field_restricted' })) })
  return Object.fromEntries(left)
}

/** As it holds for the first of a lineage. */
function heldValue(lineage: readonly Own[], name: keyof Settings): unknown {
  const asked = (quotas as readonly string[]).includes(name) ? lineage.slice(0, 1) : lineage
  return asked.map((own) => own[name]).find((value) => value !== null) ?? serviceDefaults[name]
}

/** What the tenant sets itself, then its parent, and so on up; a tenant without a row sets nothing. */
async function lineageOf(ctx: Context, id: string): Promise<Own[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select s.* from tenant_closure c left join tenant_settings s on s.tenant_id = c.ancestor_id
    where c.descendant_id = ${id} order by c.depth`.execute(ctx.db)
  const names = Object.keys(serviceDefaults)
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[columnOf(name)]])) as unknown as Own)
}

/** The one column that is spelt otherwise. */
const columnOf = (name: string) => (name === 'require2FA' ? 'require2fa' : name)
