import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { uuidv7 } from '#core/uuid.ts'
import type { Database } from '#db/database.ts'
import { serviceDefaults, TenantSettings } from '#db/live/tenant-settings.ts'
import { TenantTree } from '#db/live/tenant-tree.ts'
import { atEnd } from '../rig/cleanup.ts'
import { migratedDatabase } from '../rig/snapshots.ts'

const now = new Date('2026-03-01T12:00:00Z')

describe('the settings of tenants', () => {
  let database: Database
  let tree: TenantTree
  let settings: TenantSettings
  let root: string
  let child: string
  let grandchild: string

  const addTenant = async (parentId: string | null) => {
    const id = uuidv7(now)
    await database.kysely.insertInto('tenants').values({ id, parentId, code: id, name: id, createdAt: now }).execute()
    return id
  }
  const set = async (tenantId: string, values: Record<string, unknown>) => {
    await database.kysely
      .insertInto('tenantSettings')
      .values({ tenantId, ...values })
      .onConflict((conflict) => conflict.column('tenantId').doUpdateSet(values))
      .execute()
    await settings.apply([{ topic: 'settings', subject: tenantId }])
  }

  before(async () => {
    database = await migratedDatabase()
    atEnd(() => database.close())
    root = await addTenant(null)
    child = await addTenant(root)
    grandchild = await addTenant(child)
    tree = await TenantTree.load(database)
    settings = await TenantSettings.load(database, tree)
  })

  it("are the service's where nobody says anything, and on the platform", () => {
    deepEqual(settings.of(grandchild), serviceDefaults)
    deepEqual(settings.of(null), serviceDefaults)
    deepEqual(settings.sources(grandchild).language, { from: 'default' })
  })

  it('are inherited from the nearest ancestor that says something, live', async () => {
    equal(settings.of(grandchild).require2FA, false)
    await set(root, { require2fa: true, language: 'ar', passwordExpiryDays: 90 })
    await set(child, { passwordExpiryDays: 0 })
    const resolved = settings.of(grandchild)
    deepEqual([resolved.require2FA, resolved.language, resolved.passwordExpiryDays], [true, 'ar', 0])
    const sources = settings.sources(child)
    deepEqual(sources.require2FA, { from: 'inherited', tenantId: root })
    deepEqual(sources.passwordExpiryDays, { from: 'own' })
    await set(root, { require2fa: null })
    equal(settings.of(grandchild).require2FA, false)
  })

  it('never inherit a quota, and take 0 for unlimited', async () => {
    await set(root, { maxAdmins: 3, maxRoles: 0 })
    deepEqual([settings.of(root).maxAdmins, settings.of(root).maxRoles, settings.of(child).maxAdmins], [3, null, null])
    deepEqual(settings.sources(child).maxAdmins, { from: 'default' })
  })

  it('stay one object until they may have changed', async () => {
    const before = settings.of(grandchild)
    equal(settings.of(grandchild), before)
    const other = await addTenant(null)
    await tree.apply([{ topic: 'tenant', subject: other }])
    await set(other, { language: 'ar' })
    equal(settings.of(grandchild), before)
    await set(root, { companyName: 'Root' })
    notEqual(settings.of(grandchild), before)
  })

  it('follow a tenant that moves', async () => {
    const elsewhere = await addTenant(null)
    await set(elsewhere, { companyName: 'Elsewhere' })
    equal(settings.of(grandchild).companyName, 'Root')
    await database.kysely.updateTable('tenants').set({ parentId: elsewhere }).where('id', '=', child).execute()
    const batch = [{ topic: 'tree', subject: null }] as const
    await tree.apply(batch)
    await settings.apply(batch)
    equal(settings.of(grandchild).companyName, 'Elsewhere')
  })

  it('keep nothing about a tenant that is not there yet', async () => {
    const fresh = await addTenant(root)
    deepEqual(settings.of(fresh), serviceDefaults)
    const batch = [{ topic: 'tenant', subject: fresh }] as const
    await tree.apply(batch)
    await settings.apply(batch)
    equal(settings.of(fresh).companyName, 'Root')
  })
})
