/** What the first start makes, once, however many start and how often. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { permissionNames } from '#core/permissions.ts'
import { resetSuperAdmin } from '#modules/admins/superadmin-reset.ts'
import { seed } from '#seed.ts'
import { expectStatus, startApp, superAdmin, type TestApp } from './harness.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
const bootstrap = { email: superAdmin.email, password: null }

describe('seed', () => {
  it('makes the catalogue, two roles, one SuperAdmin with the given password, and one event', async () => {
    const { kysely } = app.open.service.database
    const permissions = await kysely.selectFrom('permissions').select('name').where('isCurrent', '=', true).execute()
    assert.deepEqual(permissions.map(({ name }) => name).sort(), [...permissionNames].sort())
    const roles = await kysely.selectFrom('roles').select(['seed', 'reach', 'isSystem']).orderBy('seed').execute()
    assert.deepEqual(roles, [
      { seed: 'PlatformViewer', reach: 'views', isSystem: true },
      { seed: 'SuperAdmin', reach: 'granted', isSystem: true },
    ])
    assert.equal(app.open.bootstrapPassword, null)
    for (const identifier of [superAdmin.email, superAdmin.username])
      assert.equal((await app.signIn(identifier, superAdmin.password, { isPlatformAdmin: true })).MustChangePassword, false)
    const token = await app.superToken()
    const log = expectStatus(await app.get('/api/v1/audit?action=service.superadmin_created', { token }), 200).json
    assert.deepEqual([log.totalCount, log.items[0].actorType, log.items[0].ipAddress], [1, 'system', null])
    assert.equal(expectStatus(await app.get('/api/v1/admins', { token }), 200).json.totalCount, 1)
  })

  it('changes nothing when it runs again, four times at once', async () => {
    const { service } = app.open
    const before = await service.database.kysely.selectFrom('accounts').selectAll().execute()
    const results = await Promise.all(Array.from({ length: 4 }, () => seed(service, bootstrap)))
    assert.deepEqual(results, Array(4).fill({ bootstrapPassword: null }))
    assert.deepEqual(await service.database.kysely.selectFrom('accounts').selectAll().execute(), before)
  })

  it('retires a permission that the code no longer knows, and takes it back', async () => {
    const { service } = app.open
    const { kysely } = service.database
    const old = { name: 'old.view', id: '01a1fdc6-6ca4-74d1-abf8-9d216b94b0c1', category: 'old' }
    await kysely.insertInto('permissions').values(old).execute()
    await kysely.updateTable('permissions').set({ isCurrent: false }).where('name', '=', 'admins.view').execute()
    await seed(service, bootstrap)
    const state = async (name: string) =>
      (await kysely.selectFrom('permissions').select('isCurrent').where('name', '=', name).executeTakeFirstOrThrow()).isCurrent
    assert.deepEqual([await state('old.view'), await state('admins.view')], [false, true])
  })

  it('on an empty database one of four at once makes the SuperAdmin; its password must be changed', async () => {
    const { service } = app.open
    const { kysely } = service.database
    await kysely.deleteFrom('accounts').execute()
    await kysely.deleteFrom('tenantAccountCounts').execute()
    const made = (await Promise.all(Array.from({ length: 4 }, () => seed(service, bootstrap)))).flatMap(
      ({ bootstrapPassword }) => bootstrapPassword ?? [],
    )
    assert.equal(made.length, 1)
    assert.equal((await app.signIn('superadmin', made[0] as string, { isPlatformAdmin: true })).MustChangePassword, true)
    assert.equal((await kysely.selectFrom('accounts').select('id').execute()).length, 1)
    assert.deepEqual(await kysely.selectFrom('tenantAccountCounts').select('n').execute(), [{ n: 1 }])
  })

  it('refuses a password that nobody may choose, without repeating it', async () => {
    const { service } = app.open
    await service.database.kysely.deleteFrom('accounts').execute()
    for (const password of ['short', 'password123', 'changeme', 'superadmin', superAdmin.email]) {
      await assert.rejects(seed(service, { email: superAdmin.email, password }), (error: Error) => {
        assert.match(error.message, /^BOOTSTRAP_ADMIN_PASSWORD cannot be used: password_/)
        return !error.message.includes(`: ${password}`)
      })
    }
    assert.equal((await service.database.kysely.selectFrom('accounts').select('id').execute()).length, 0)
  })
})

describe('resetSuperAdmin', () => {
  it('ends sessions, lifts lock and block, keeps two-factor unless told, and its password must be changed', async () => {
    const { service } = app.open
    const { kysely } = service.database
    await kysely.deleteFrom('tenantAccountCounts').execute()
    await seed(service, { email: superAdmin.email, password: superAdmin.password })
    const before = await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
    await kysely.updateTable('accounts').set({ isBlocked: true, isActive: false, twoFactorEnabled: true }).execute()
    await kysely.updateTable('tenantAccountCounts').set({ isBlocked: true, isActive: false }).execute()
    await kysely
      .updateTable('accountActivity')
      .set({ failures: 5, lockedUntil: new Date(app.clock.now().getTime() + 60_000) })
      .execute()
    await resetSuperAdmin(service, { disableTwoFactor: false })
    const account = await kysely
      .selectFrom('accounts')
      .select(['isBlocked', 'isActive', 'twoFactorEnabled', 'mustChangePassword'])
      .executeTakeFirstOrThrow()
    assert.deepEqual(account, { isBlocked: false, isActive: true, twoFactorEnabled: true, mustChangePassword: true })
    expectStatus(await app.get('/api/v1/Admins/me', { token: before.accessToken }), 401)
    const password = await resetSuperAdmin(service, { disableTwoFactor: true })
    const after = await app.signIn('superadmin', password, { isPlatformAdmin: true })
    assert.equal(after.MustChangePassword, true)
    const login = { identifier: superAdmin.email, password: superAdmin.password, isPlatformAdmin: true }
    expectStatus(await app.post('/api/v1/auth/admin/login', login), 401)
    const counts = await kysely.selectFrom('tenantAccountCounts').select(['isActive', 'isBlocked', 'n']).where('n', '>', 0).execute()
    assert.deepEqual(counts, [{ isActive: true, isBlocked: false, n: 1 }])
    const events = await kysely.selectFrom('events').select('data').where('type', '=', 'service.superadmin_reset').orderBy('id').execute()
    assert.deepEqual(
      events.map(({ data }) => data),
      [{ twoFactorDisabled: false }, { twoFactorDisabled: true }],
    )
  })
})
