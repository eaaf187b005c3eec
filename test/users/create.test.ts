/** POST /api/v1/users: somebody new in a tenant, with a password or a temporary one by mail. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { tokenHolding } from '../actors.ts'
import { mailsTo } from '../auth/mail.ts'
import { setSettings, setTenant } from '../auth/people.ts'
import { expectFields, type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { at, countsOf, eventsAbout, newUser, rowOf } from './making.ts'

let app: TestApp
let own: World
let other: World
before(async () => {
  app = await startApp()
  own = await world(app)
  other = await world(app)
})

const create = (body: object, token = own.token) => app.post(at, body, { token })

describe('POST /api/v1/users', () => {
  it('201 with the record in the caller’s tenant; nothing of it is proved yet', async () => {
    const body = newUser({ firstName: 'Lina', lastName: 'Khoury', phoneNumber: '+962790000001' })
    const made = expectStatus(await create(body), 201)
    const { id, createdAt, tenantName, ...rest } = made.json
    assert.equal(made.headers.location, `/api/v1/users/${id}`)
    assert.ok(tenantName && createdAt)
    assert.deepEqual(rest, {
      email: body.email,
      username: body.username,
      firstName: 'Lina',
      lastName: 'Khoury',
      phoneNumber: '+962790000001',
      avatarUrl: null,
      tenantId: own.tenantId,
      isActive: true,
      isBlocked: false,
      isLockedOut: false,
      emailVerified: false,
      phoneVerified: false,
      twoFactorEnabled: false,
      lastLoginAt: null,
      version: 1,
      status: 'Active',
      lockoutEnd: null,
      ...{ blockReason: null, blockedAt: null, blockedBy: null, blockedByName: null },
    })
    assert.ok(!made.text.includes(body.password))
    assert.deepEqual(expectStatus(await app.get(`${at}/${id}`, { token: own.token }), 200).json, made.json)
    const row = await rowOf(app, id)
    assert.deepEqual([row.kind, row.createdBy, row.roleId, row.mustChangePassword], ['user', own.adminId, null, false])
    const [mail] = await mailsTo(app, id)
    assert.deepEqual([mail?.template, mail?.address, mail?.variables.password], ['user_welcome', body.email, undefined])
  })

  it('201 without a name; then the log knows them by their username and never by their address', async () => {
    const body = newUser()
    const { json } = expectStatus(await create(body), 201)
    assert.deepEqual([json.firstName, json.lastName, json.phoneNumber], ['', '', null])
    const { items } = expectStatus(await app.get(`/api/v1/audit?entityId=${json.id}`, { token: own.token }), 200).json
    assert.deepEqual([items[0].action, items[0].entityType, items[0].entityName], ['user.created', 'User', body.username])
    const masked = await tokenHolding(app, own.tenantId, ['audit.view', 'users.view'], { 'users.view': ['email'] })
    assert.ok(!(await app.get(`/api/v1/audit?entityId=${json.id}`, { token: masked })).text.includes(body.email))
  })

  it('201 without a password: a temporary one goes by mail alone, and must be changed', async () => {
    const { password, ...body } = newUser({ sendInvitation: false })
    const { json } = expectStatus(await create(body), 201)
    const [mail, ...more] = await mailsTo(app, json.id)
    assert.deepEqual([mail?.template, more.length], ['user_welcome', 0])
    const temporary = mail?.variables.password as string
    assert.ok(temporary.length >= 8)
    const row = await rowOf(app, json.id)
    assert.equal(row.mustChangePassword, true)
    const days = ((row.temporaryPasswordUntil as unknown as Date).getTime() - app.clock.now().getTime()) / 86_400_000
    assert.ok(days > 0.99 && days <= 1, `${days}`)
    assert.ok(!JSON.stringify([json, await eventsAbout(app, json.id), app.logs]).includes(temporary))
  })

  it('201 sends no mail where none is wanted', async () => {
    const { json } = expectStatus(await create(newUser({ sendInvitation: false })), 201)
    assert.deepEqual(await mailsTo(app, json.id), [])
  })

  it('400 naming it for a caller of the platform who names no tenant; 404 for one that is foreign, unknown or deleted', async () => {
    const root = await app.superToken()
    const refused = expectStatus(await create(newUser(), root), 400)
    assert.deepEqual([refused.json.errors[0].field, refused.json.errors[0].code], ['tenantId', 'required'])
    expectFields(await create(newUser({ tenantId: null }), root), 400, ['tenantId'])
    expectFields(await create(newUser({ tenantId: 'no-id' }), root), 400, ['tenantId'])
    const gone = await world(app, own.tenantId)
    await setTenant(app, gone.tenantId, { deletedAt: app.clock.now() })
    const bytes = new Set<string>()
    for (const tenantId of [other.tenantId, randomUUID(), gone.tenantId]) {
      const reply = await create(newUser({ tenantId }))
      expectFields(reply, 404, ['tenantId'])
      bytes.add(reply.text.replace(/"traceId":"[^"]*"/, ''))
    }
    assert.equal(bytes.size, 1)
    const below = await world(app, own.tenantId)
    assert.equal(expectStatus(await create(newUser({ tenantId: below.tenantId })), 201).json.tenantId, below.tenantId)
    assert.equal(expectStatus(await create(newUser({ tenantId: below.tenantId }), root), 201).json.tenantId, below.tenantId)
  })

  it('400 for what is malformed, weak or not there, each named', async () => {
    const bad: [string, object][] = [
      ['email', { email: 'no address' }],
      ['email', { email: undefined }],
      ['username', { username: undefined }],
      ['username', { username: 'a b' }],
      ['username', { username: 'a@example.test' }],
      ['firstName', { firstName: ' ' }],
      ['lastName', { lastName: 'a\r\nBcc: x' }],
      ['phoneNumber', { phoneNumber: '0151 123' }],
      ['password', { password: 'short' }],
      ['password', { password: 'Password123!' }],
      ['roleId', { roleId: randomUUID() }],
      ['emailVerified', { emailVerified: true }],
      ['isActive', { isActive: true }],
      ['id', { id: randomUUID() }],
    ]
    for (const [field, more] of bad) {
      const reply = expectStatus(await create(newUser(more)), 400)
      assert.ok(
        reply.json.errors.some((problem: { field: string }) => problem.field === field),
        reply.text,
      )
    }
  })

  it('400 by the policy of the user’s own tenant, not the caller’s', async () => {
    const strict = await world(app, own.tenantId)
    await setSettings(app, strict.tenantId, { passwordMinLength: 30 })
    expectStatus(await create(newUser()), 201)
    assert.equal(expectStatus(await create(newUser({ tenantId: strict.tenantId })), 400).json.code, 'password_policy')
  })

  it('409 names the field that is taken, in one name space per tenant and kind, and not the value', async () => {
    const body = newUser()
    expectStatus(await create(body), 201)
    const again = await create(newUser({ email: body.email.toUpperCase() }))
    expectFields(again, 409, ['email'])
    assert.equal(again.json.code, 'conflict')
    assert.ok(!again.text.toLowerCase().includes(body.email))
    expectFields(await create(newUser({ username: body.username.toUpperCase() })), 409, ['username'])
    const both = expectStatus(await create(newUser({ email: body.email, username: body.username })), 409).json
    assert.deepEqual(new Set(both.errors.map(({ field }: { field: string }) => field)), new Set(['email', 'username']))
    // elsewhere, and of the other kind, it is free
    expectStatus(await create(newUser({ email: body.email, username: body.username }), other.token), 201)
    const admin = { email: body.email, username: body.username, firstName: 'An', lastName: 'Admin', roleId: await own.role([]) }
    expectStatus(await app.post('/api/v1/admins', admin, { token: own.token }), 201)
  })

  it('403 without `users.create`, and for a field that is restricted on creating or on viewing; no quota of admins counts them', async () => {
    const tenant = await world(app)
    await setSettings(app, tenant.tenantId, { maxAdmins: 1 })
    expectStatus(await create(newUser(), tenant.token), 201)
    const viewer = await own.person(['users.view', 'users.update', 'users.delete', 'admins.create'])
    assert.equal(expectStatus(await create(newUser(), viewer.token), 403).json.requiredPermission, 'users.create')
    for (const permission of ['users.create', 'users.view']) {
      const holder = await own.person(['users.create', 'users.view'], { [permission]: ['phoneNumber'] })
      const refused = expectStatus(await create(newUser({ phoneNumber: '+4915112345678' }), holder.token), 403).json
      assert.deepEqual([refused.code, refused.errors[0].field], ['field_restricted', 'phoneNumber'])
      expectStatus(await create(newUser(), holder.token), 201)
    }
  })

  it('is counted once, and writes one entry with the actor and no password', async () => {
    const tenant = await world(app)
    const body = newUser()
    const { json } = expectStatus(await create(body, tenant.token), 201)
    assert.deepEqual(await countsOf(app, tenant.tenantId), { counted: [{ isActive: true, isBlocked: false, n: 1 }], total: 1 })
    const log = expectStatus(await app.get(`/api/v1/audit?entityId=${json.id}`, { token: tenant.token }), 200)
    const [entry, ...more] = log.json.items
    assert.deepEqual(
      [entry.action, entry.actorId, entry.outcome, entry.changes.email.after, more.length],
      ['user.created', tenant.adminId, 'success', body.email, 0],
    )
    assert.ok(!log.text.includes(body.password))
    assert.equal((await app.get(`/api/v1/Tenants/${tenant.tenantId}/stats`, { token: tenant.token })).json.userCount, 1)
  })
})
