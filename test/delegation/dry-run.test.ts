/** `?dryRun=true`: what a change of grants and roles would answer or be refused with, while nothing of it is done. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { permissionByName, permissionCatalogue } from '#core/permissions.ts'
import { tokenHolding } from '../actors.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

type Made = Awaited<ReturnType<typeof tenantWithAdmin>>
let app: TestApp
let root: string
let own: Made
let child: Made
let childToken: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
  own = await tenantWithAdmin(app, { name: 'Own' })
  child = await tenantWithAdmin(app, { name: 'Child', parentTenantId: own.tenant.id })
  childToken = (await child.signIn()).accessToken
})

const idOf = (name: string) => permissionByName(name)!.id
const grantable = permissionCatalogue.filter(({ category }) => category !== 'settings').map(({ id }) => id)

/** Everything that such a change could leave behind. */
async function state(): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select md5(string_agg(t, ',' order by t)) as all from (
      select tp::text as t from tenant_permissions tp union all select rp::text from role_permissions rp
      union all select r::text from roles r union all select t::text from tenants t
      union all select e.id::text from events e where e.type <> 'access.denied'
      union all select v::text from revocations v where v.topic in ('role', 'tenant')) kept`.execute(app.open.service.database.kysely)
  return rows[0]!.all
}

/** The same call as a rehearsal and in earnest. */
async function both(method: 'PUT' | 'POST', path: string, body: object | undefined, token = root) {
  const ask = (query: string) => app.request(method, `/api/v1/${path}${query}`, { token, ...(body && { body }) })
  const before = await state()
  const rehearsal = await ask('?dryRun=true')
  assert.equal(await state(), before, 'nothing is left of a rehearsal')
  const done = await ask('')
  return { rehearsal, done, isChanged: (await state()) !== before }
}

describe('?dryRun=true', () => {
  it('of a grant tells who would lose what, and nobody does until it is meant', async () => {
    const permissionIds = grantable.filter((id) => id !== idOf('users.view'))
    const path = `Tenants/${own.tenant.id}/permissions`
    const before = await state()
    const { json } = expectStatus(await app.request('PUT', `/api/v1/${path}?dryRun=true`, { token: root, body: { permissionIds } }), 200)
    assert.equal(json.affectedTenants, 2)
    assert.ok(json.affectedRoles >= 2)
    assert.equal(await state(), before)
    expectStatus(await app.get('/api/v1/users', { token: childToken }), 200)
    const { rehearsal, done, isChanged } = await both('PUT', path, { permissionIds })
    assert.deepEqual([rehearsal.status, rehearsal.json, isChanged], [200, done.json, true])
    assert.deepEqual(done.json, json)
    expectStatus(await app.get('/api/v1/users', { token: childToken }), 403)
    const back = await both('PUT', path, { permissionIds: grantable })
    assert.deepEqual([back.rehearsal.json, back.isChanged], [back.done.json, true])
  })

  it('of a role and of bringing one in line tells the same as the deed', async () => {
    const { id } = expectStatus(
      await app.post('/api/v1/roles', { name: 'Some', tenantId: child.tenant.id, permissionIds: [idOf('admins.view')] }, { token: root }),
      201,
    ).json
    const wanted = { permissionIds: [idOf('admins.view'), idOf('roles.view')], restrictedFields: { [idOf('admins.view')]: ['email'] } }
    const replaced = await both('PUT', `roles/${id}/permissions`, wanted)
    assert.deepEqual([replaced.rehearsal.status, replaced.rehearsal.json, replaced.isChanged], [200, replaced.done.json, true])
    const restrictedFields = { [idOf('admins.view')]: ['phoneNumber'] }
    const grant = { permissionIds: grantable, restrictedFields }
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${own.tenant.id}/permissions`, { token: root, body: grant }), 200)
    const synced = await both('POST', `roles/${id}/sync-scopes`, undefined)
    assert.deepEqual(synced.rehearsal.json.addedRestrictedFields, { 'admins.view': ['phoneNumber'] })
    assert.deepEqual([synced.rehearsal.json, synced.isChanged], [synced.done.json, true])
  })

  it('refuses what the deed is refused with', async () => {
    const weak = await tokenHolding(app, own.tenant.id, ['roles.view', 'roles.manage', 'tenants.update'])
    const { id } = expectStatus(await app.post('/api/v1/roles', { name: 'Other', tenantId: child.tenant.id }, { token: root }), 201).json
    const beyond = { permissionIds: [idOf('admins.delete')] }
    const cases: [string, object, number, string][] = [
      [`roles/${id}/permissions`, beyond, 403, weak],
      [`roles/${id}/permissions`, { ...beyond, version: 99 }, 409, root],
      [`roles/${own.tenant.id}/permissions`, beyond, 404, root],
      [`roles/${id}/permissions`, { permissionIds: ['x'] }, 400, root],
      [`Tenants/${own.tenant.id}/permissions`, { permissionIds: [] }, 403, weak],
      [`Tenants/${child.tenant.id}/permissions`, { permissionIds: grantable, version: 99 }, 409, root],
    ]
    for (const [path, body, status, token] of cases) {
      const { rehearsal, done, isChanged } = await both('PUT', path, body, token)
      const { traceId: _, ...told } = rehearsal.json
      const { traceId: __, ...meant } = done.json
      assert.deepEqual([rehearsal.status, told, isChanged], [status, meant, false], path)
      assert.equal(done.status, status)
    }
    expectStatus(await app.request('PUT', `/api/v1/roles/${id}/permissions?dryRun=yes`, { token: root, body: beyond }), 400)
  })
})
