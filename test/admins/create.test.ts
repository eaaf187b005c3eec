/** POST /api/v1/admins: nobody makes an admin who could do more than they can themselves. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { uuidv7 } from '#core/uuid.ts'
import { tokenHolding } from '../actors.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
let root: string
let token: string
let tenantId: string
let roles: { admin: string; viewer: string }
let foreign: { tenantId: string; viewer: string }

const mark = () => randomUUID().slice(0, 8)
const person = <T extends object>(more: T = {} as T) => {
  const m = mark()
  return {
    email: `p-${m}@example.test`,
    firstName: 'Pat',
    lastName: 'Person',
    roleId: roles.viewer,
    password: `zuvaqor words ${m}`,
    ...more,
  }
}
const create = (body: unknown, as = token) => app.post('/api/v1/admins', body, { token: as })
const rolesOf = async (id: string) => {
  const rows = await app.open.service.database.kysely.selectFrom('roles').select(['id', 'seed']).where('tenantId', '=', id).execute()
  const of = (seed: string) => rows.find((row) => row.seed === seed)?.id as string
  return { admin: of('TenantAdmin'), viewer: of('Viewer') }
}
const newRole = async (permissions: Record<string, string[]>, more: { reach?: 'views'; tenantId?: string | null } = {}) => {
  const { kysely } = app.open.service.database
  const id = uuidv7(app.clock.now())
  const row = { id, tenantId, name: id, nameKey: id, createdAt: app.clock.now(), ...more }
  await kysely.insertInto('roles').values(row).execute()
  for (const [permission, restrictedFields] of Object.entries(permissions))
    await kysely.insertInto('rolePermissions').values({ roleId: id, permission, restrictedFields }).execute()
  return id
}

before(async () => {
  app = await startApp()
  root = await app.superToken()
  const own = await tenantWithAdmin(app)
  tenantId = own.tenant.id
  token = (await own.signIn()).accessToken
  roles = await rolesOf(tenantId)
  const other = await tenantWithAdmin(app)
  foreign = { tenantId: other.tenant.id, viewer: (await rolesOf(other.tenant.id)).viewer }
})

describe('POST /api/v1/admins', () => {
  it('201 with a password: it works at once, needs no change, and stands in no mail', async () => {
    const body = person({ username: `pat.${mark()}`, phoneNumber: '+4915112345678' })
    const made = expectStatus(await create(body), 201)
    assert.equal(made.headers.location, `/api/v1/admins/${made.json.id}`)
    assert.deepEqual(
      [made.json.status, made.json.tenantId, made.json.role.name, made.json.username],
      ['Active', tenantId, 'Viewer', body.username],
    )
    assert.ok(!made.text.includes(body.password))
    assert.equal((await app.signIn(body.username, body.password, { tenantId })).MustChangePassword, false)
    const detail = expectStatus(await app.get(made.headers.location as string, { token }), 200).json
    assert.ok(detail.lastLoginAt)
  })

  it('201 without a password: a temporary one goes by mail alone, and must be changed', async () => {
    const { password, ...body } = person()
    const made = expectStatus(await create(body), 201)
    const { kysely } = app.open.service.database
    const mail = await kysely.selectFrom('emails').selectAll().where('recipientId', '=', made.json.id).executeTakeFirstOrThrow()
    const variables = JSON.parse(app.open.service.keys.openSecret(mail.variables as string, `emails:${mail.id}`))
    assert.equal((await app.signIn(body.email, variables.password, { tenantId })).MustChangePassword, true)
    expectStatus(await app.post('/api/v1/auth/admin/login', { identifier: body.email, password: variables.password, tenantId }), 401)
    const everything = JSON.stringify([
      await kysely.selectFrom('events').selectAll().execute(),
      await kysely.selectFrom('jobs').selectAll().execute(),
      app.logs,
    ])
    assert.ok(!everything.includes(variables.password))
  })

  it('201 sends no mail where none is wanted', async () => {
    const made = expectStatus(await create(person({ sendInvitation: false })), 201)
    const mails = await app.open.service.database.kysely.selectFrom('emails').select('id').where('recipientId', '=', made.json.id).execute()
    assert.equal(mails.length, 0)
  })

  it('404 for a tenant or role that is foreign or unknown, the same bytes for both', async () => {
    const bytes = async (more: object) => {
      const reply = expectStatus(await create(person(more)), 404)
      return reply.text.replace(/"traceId":"[^"]*"/, '')
    }
    assert.equal(await bytes({ tenantId: foreign.tenantId, roleId: foreign.viewer }), await bytes({ tenantId: randomUUID() }))
    assert.equal(await bytes({ roleId: foreign.viewer }), await bytes({ roleId: randomUUID() }))
    assert.match(await bytes({ roleId: foreign.viewer }), /"field":"roleId"/)
    const child = await tenantWithAdmin(app, { parentTenantId: tenantId, token })
    assert.match(await bytes({ tenantId: child.tenant.id, roleId: roles.viewer }), /"field":"roleId"/)
    expectStatus(await create(person({ tenantId: child.tenant.id, roleId: (await rolesOf(child.tenant.id)).viewer })), 201)
  })

  it('400 for malformed ids, addresses, phones, weak passwords and unknown properties', async () => {
    const bad: [string, object][] = [
      ['roleId', { roleId: 'no-id' }],
      ['tenantId', { tenantId: 'no-id' }],
      ['email', { email: 'no address' }],
      ['phoneNumber', { phoneNumber: '0151 123' }],
      ['username', { username: 'a b' }],
      ['username', { username: 'a@example.test' }],
      ['firstName', { firstName: ' ' }],
      ['firstName', { firstName: 'a\r\nBcc: x' }],
      ['password', { password: 'short' }],
      ['password', { password: 'Password123!' }],
      ['isSuperAdmin', { isSuperAdmin: true }],
      ['permissions', { permissions: [] }],
    ]
    for (const [field, more] of bad) {
      const reply = expectStatus(await create(person(more)), 400)
      assert.ok(
        reply.json.errors.some((problem: { field: string }) => problem.field === field),
        reply.text,
      )
    }
  })

  it('409 names the field that is taken, in one name space of usernames and addresses, and not the value', async () => {
    const body = person({ username: `u${mark()}` })
    expectStatus(await create(body), 201)
    const again = expectStatus(await create(person({ email: body.email.toUpperCase() })), 409)
    assert.deepEqual([again.json.code, again.json.errors.map(({ field }: { field: string }) => field)], ['conflict', ['email']])
    assert.ok(!again.text.toLowerCase().includes(body.email))
    const name = expectStatus(await create(person({ username: body.username.toUpperCase() })), 409)
    assert.equal(name.json.errors[0].field, 'username')
    expectStatus(await create(person({ email: body.email, tenantId: foreign.tenantId, roleId: foreign.viewer }), root), 201)
  })

  it('403 with the excess for a role beyond the own permissions, or with fewer restrictions; nothing stays', async () => {
    const holder = await tokenHolding(app, tenantId, ['admins.create', 'admins.view'], { 'admins.view': ['phoneNumber'] })
    const { kysely } = app.open.service.database
    const before = await kysely.selectFrom('accounts').select('id').execute()
    assert.deepEqual(expectStatus(await create(person({ roleId: await newRole({ 'users.view': [] }) }), holder), 403).json.excess, [
      'users.view',
    ])
    assert.deepEqual(expectStatus(await create(person({ roleId: await newRole({ 'admins.view': ['email'] }) }), holder), 403).json.excess, [
      'admins.view',
    ])
    assert.ok(expectStatus(await create(person({ roleId: roles.admin }), holder), 403).json.excess.includes('tenants.delete'))
    assert.equal((await kysely.selectFrom('accounts').select('id').execute()).length, before.length)
    expectStatus(await create(person({ roleId: await newRole({ 'admins.view': ['phoneNumber', 'email'] }) }), holder), 201)
  })

  it('403 for a role that lists what its tenant was not granted, even by the SuperAdmin', async () => {
    await app.open.service.database.kysely
      .deleteFrom('tenantPermissions')
      .where('tenantId', '=', foreign.tenantId)
      .where('permission', '=', 'files.view')
      .execute()
    const roleId = await newRole({ 'files.view': [] }, { tenantId: foreign.tenantId })
    assert.deepEqual(expectStatus(await create(person({ tenantId: foreign.tenantId, roleId }), root), 403).json.excess, ['files.view'])
  })

  it('403 for the SuperAdmin role, whoever asks: there is one and stays one', async () => {
    const { kysely } = app.open.service.database
    const role = await kysely.selectFrom('roles').select('id').where('seed', '=', 'SuperAdmin').executeTakeFirstOrThrow()
    expectStatus(await create(person({ roleId: role.id }), root), 403)
    expectStatus(await create(person({ roleId: role.id })), 404)
    const made = expectStatus(await create(person()), 201).json
    await assert.rejects(kysely.updateTable('accounts').set({ roleId: role.id }).where('id', '=', made.id).execute(), { code: '23505' })
  })

  it('403 field_restricted for sending a field that is restricted on creating or on viewing', async () => {
    const holder = await tokenHolding(app, tenantId, ['admins.create', 'admins.view'], { 'admins.create': ['phoneNumber'] })
    const roleId = await newRole({})
    const reply = expectStatus(await create(person({ roleId, phoneNumber: '+4915112345678' }), holder), 403)
    assert.deepEqual([reply.json.code, reply.json.errors[0].field], ['field_restricted', 'phoneNumber'])
    expectStatus(await create(person({ roleId }), holder), 201)
  })

  it('writes one audit entry with the actor and no password', async () => {
    const body = person()
    const made = expectStatus(await create(body), 201).json
    const log = expectStatus(await app.get(`/api/v1/audit?entityId=${made.id}`, { token }), 200)
    assert.deepEqual(
      log.json.items.map(({ action, entityType, outcome }: Record<string, string>) => [action, entityType, outcome]),
      [['admin.created', 'Admin', 'success']],
    )
    const [entry] = log.json.items
    assert.deepEqual([entry.entityName, entry.tenantId, entry.changes.email.after], ['Pat Person', tenantId, body.email])
    assert.ok(entry.actorId && entry.actorName && entry.ipAddress && entry.traceId)
    assert.ok(!log.text.includes(body.password))
  })
})
