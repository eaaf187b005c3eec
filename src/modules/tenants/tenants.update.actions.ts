import type { z } from 'zod'
import { conflict } from '#core/errors.ts'
import { uniqueViolation } from '#db/database-errors.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { update } from '#db/rows/owned.ts'
import { transact } from '#db/rows/transact.ts'
import { changesBetween } from '#events/changes.ts'
import { emit, type Json } from '#events/emit.ts'
import { requireVersion } from '#http/version.ts'
import { endOfSessions } from './deleted-tenants.ts'
import { type LockedTenant, lockTenant } from './tenants.locked.ts'
import { deleteLogo } from './tenants.logo.ts'
import { getTenant } from './tenants.queries.ts'
import type { ChangeTenant, TenantItem } from './tenants.schema.ts'
import { statusAfter, statusEvent } from './tenants.status.actions.ts'

type Tenant = z.input<typeof TenantItem>
type Columns = Omit<LockedTenant, 'id' | 'parentId' | 'version'>
type Changes = { [N in keyof Columns]?: { before: Json; after: Json } }
type Wanted = Omit<z.output<typeof ChangeTenant>, 'version'>

/**
 * Changes a tenant. Shutting it (any status but Active) ends every session in it and below at once and for ever. Not in a transaction.
 * @param version the one that the change was made for, if any
 * @param alongside what else is written in the same transaction
 * @throws AppError 404 unknown or foreign, 403 the status of one's own tenant, 409 a taken code, another version, or a status that
 * cannot follow the present one
 */
export async function updateTenant(
  ctx: Context,
  id: string,
  wanted: Wanted,
  version: number | undefined,
  alongside?: (ctx: Context, formerLogo: string | null) => Promise<void>,
): Promise<Tenant> {
  const { id: known } = await getTenant(ctx, id)
  try {
    const { before, after } = await transact(ctx, async (ctx) => {
      const { tenant } = await lockTenant(ctx, known)
      requireVersion(tenant, version)
      const { isActive, status, statusReason, ...fields } = wanted
      await store(ctx, tenant, { ...fields, ...statusAfter(ctx, tenant, { isActive, status, statusReason }) })
      const after = await getTenant(ctx, known)
      await alongside?.(ctx, tenant.logoUrl)
      return { before: tenant, after }
    })
    if (before.logoUrl !== after.logoUrl) await deleteLogo(ctx, before.logoUrl)
    return after
  } catch (error) {
    if (uniqueViolation(error)?.constraint === 'tenants_code') throw conflict('code')
    throw error
  }
}

/** Writes what differs, and says so; nothing, where nothing does. */
async function store(ctx: Context, before: LockedTenant, wanted: { [N in keyof Columns]?: Columns[N] | undefined }): Promise<void> {
  const changes: Changes = changesBetween<Columns>(before, wanted as Partial<Columns>)
  const { status, statusReason, ...updated } = changes
  if (Object.keys(changes).length === 0) return
  const columns = Object.fromEntries(Object.entries(changes).map(([field, { after }]) => [field, after]))
  await update(ctx, 'tenants')
    .set(({ eb }) => ({ ...columns, version: eb('version', '+', 1), ...(status && { sessionsValidAfter: endOfSessions(ctx) }) }))
    .where('tenants.id', '=', before.id)
    .execute()
  // what every process keeps of a tenant
  if (changes.name || changes.code || status) await revoke(ctx, 'tenant', before.id)
  const about = { tenantId: before.id, entityId: before.id, entityName: wanted.name ?? before.name }
  const plain = status ? updated : changes
  if (Object.keys(plain).length > 0) await emit(ctx, 'tenant.updated', { ...about, changes: plain })
  if (status) {
    const data = { statusReason: wanted.statusReason ?? null }
    await emit(ctx, statusEvent(wanted.status!), { ...about, data, changes: { status, ...(statusReason && { statusReason }) } })
  }
}
