/** Permanent deletion of people: what stays of them, and what the retention takes by itself. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { daysMs } from '#core/clock.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { erasedName } from '#events/erased-name.ts'
import { purgeExpired } from '#modules/recycle-bin/purge-expired.ts'
import { binTypeNames, sourceOf } from '#modules/recycle-bin/recycle-bin.types.ts'
import { addLink } from '#sign-in/providers/external-links.ts'
import { tokenHolding } from '../actors.ts'
import { change } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { leastUpload } from '../least-body.ts'
import { eventually } from '../rig/ports.ts'
import { bin, binOf, type Person, placesOf } from './rig.ts'

let app: TestApp
let idle: TestApp
let own: Awaited<ReturnType<typeof tenantWithAdmin>>
let token: string
before(async () => {
  app = await startApp({ background: true })
  own = await tenantWithAdmin(app)
  token = (await own.signIn()).accessToken
  // nothing is erased here but by the marks
  idle = await startApp()
})

const namesOf = ({ email, username, lastName, phoneNumber }: Person) => [email, username, lastName, phoneNumber]

/** Addresses that take an id, with a text in its place. */
const refusable = (text: string): string[] =>
  ['Admins', 'Tenants', 'roles', 'UserGroups', 'audit'].map((area) => `/api/v1/${area}/${encodeURIComponent(text)}`)

/** Every file below the data directory that holds one of the words. */
const filesOf = (app: TestApp, words: readonly string[]): string[] =>
  readdirSync(app.dataDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const text = readFileSync(path, 'latin1')
      return words.some((word) => text.includes(word))
    })

/** Leaves traces wherever a person can: acting, acted upon, signed in, failed, mailed, with a picture, in a group. */
async function live(app: TestApp, tenantId: string, person: Person): Promise<{ avatar: string; actedOn: string }> {
  const of = binOf(app)
  const top = await of.root()
  const stranger = (await tenantWithAdmin(app)).tenant.id
  const { accessToken } = await app.signIn(person.email, person.password, { tenantId })
  for (const path of refusable(person.email)) await app.request('GET', path, { token: accessToken })
  const avatar = expectStatus(await app.request('POST', '/api/v1/Admins/me/avatar', { ...leastUpload(), token: accessToken }), 200).json
    .avatarUrl
  expectStatus(await app.request('PUT', '/api/v1/Admins/me', { body: { phoneNumber: `${person.phoneNumber}1` }, token: accessToken }), 200)
  const told = { provider: 'google', subject: randomUUID(), isEmailProved: true, displayName: person.lastName, once: null }
  const identity = { ...told, email: person.email, firstName: '', lastName: person.lastName }
  await change(app, (ctx) => addLink(ctx, { id: person.id, kind: 'admin', tenantId }, identity))
  const actedOn = await of.addAdmin(tenantId, await of.roleOf(tenantId, 'TenantAdmin'), accessToken)
  expectStatus(await app.request('PUT', `/api/v1/Admins/${person.id}`, { body: { email: `second-${person.email}` }, token: top }), 200)
  await app.post('/api/v1/auth/admin/login', { identifier: person.username, password: 'not the password', tenantId })
  expectStatus(await app.post('/api/v1/auth/admin/request-password-reset', { email: `second-${person.email}`, tenantId }), 202)
  const group = await of.addGroup(tenantId)
  expectStatus(await app.post(`/api/v1/UserGroups/${group.id}/members`, { adminIds: [person.id] }, { token: top }), 200)
  expectStatus(await app.post(`/api/v1/Admins/${person.id}/block`, { reason: `For ${person.lastName}` }, { token: top }), 200)
  await of.remove(`Admins/${person.id}`)
  // somebody tries on, where nobody has the name any more, or never had; with the former address and with the name
  for (const identifier of [`second-${person.email}`, person.email, person.email.toUpperCase(), person.username])
    for (const where of [{ tenantId }, {}, { isPlatformAdmin: true }, { tenantId: stranger }])
      await app.post('/api/v1/auth/admin/login', { identifier, password: 'not the password', ...where })
  await app.post('/api/v1/auth/admin/discover-workspaces', { identifier: person.email, password: 'not the password' })
  for (const email of [person.email, `second-${person.email}`])
    expectStatus(await app.post('/api/v1/auth/admin/request-password-reset', { email, tenantId: stranger }), 202)
  // and sends an address where an id belongs, the person too before they went
  for (const path of refusable(person.email)) assert.ok((await app.request('GET', path, { token: top })).status >= 400, path)
  return { avatar, actedOn: actedOn.id }
}

describe('DELETE /api/v1/recycle-bin/{id} of a person', () => {
  it('leaves in no column of any table a name, address, username or number of theirs, and no picture', async () => {
    const of = binOf(app)
    const tenantId = own.tenant.id
    const person = await of.addAdmin(tenantId, await of.roleOf(tenantId, 'TenantAdmin'))
    const { avatar, actedOn } = await live(app, tenantId, person)
    const stay = await placesOf(app, namesOf(person))
    for (const place of ['accounts.search', 'events.person', 'emails.recipient_address']) assert.ok(stay.includes(place), `${stay}`)
    expectStatus(await app.get(avatar), 200)
    await eventually('their mails to lie in the outbox', async () => filesOf(app, [person.email]).length >= 4)
    expectStatus(await of.purge(person.id, token), 204)
    await of.erased()
    assert.deepEqual(await placesOf(app, namesOf(person)), [])
    assert.deepEqual(filesOf(app, namesOf(person)), [])
    expectStatus(await app.get(avatar), 404)
    const root = await of.root()
    const events = (await app.get(`/api/v1/audit?actorId=${person.id}&pageSize=100`, { token: root })).json.items
    assert.ok(events.length > 2)
    for (const { actorName, ipAddress, userAgent, sessionId } of events)
      assert.deepEqual([actorName, ipAddress, userAgent, sessionId], [erasedName, null, null, null])
    const made = events.find(({ entityId }: { entityId: string }) => entityId === actedOn)
    assert.ok(made.entityName.startsWith('Zorvane '), 'others keep their names')
    assert.ok(made.changes.email.after.includes('@'))
    const about = (await app.get(`/api/v1/audit?entityId=${person.id}&pageSize=100`, { token: root })).json.items
    for (const { entityName, action } of about) if (action !== 'entity.purged') assert.ok([erasedName, null].includes(entityName), action)
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from events where (actor_id = ${person.id} or entity_id = ${person.id}) and person ? 'entityName'
        and person_salt is not null and type <> 'entity.purged' and person->>'entityName' = ${erasedName}`.execute(
      app.open.service.database.kysely,
    )
    assert.equal(rows[0]!.n, 0, 'what was erased says so by its salt')
    for (const table of ['credentials', 'security_log', 'sessions', 'user_group_members', 'account_activity', 'challenges']) {
      const { rows } = await sql`select from ${sql.table(table)} where account_id = ${person.id}`.execute(app.open.service.database.kysely)
      assert.equal(rows.length, 0, table)
    }
  })

  it('nothing of them can be read as soon as it is answered, before any job has run', async () => {
    const of = binOf(idle)
    const { tenant } = await tenantWithAdmin(idle)
    const person = await of.addAdmin(tenant.id, await of.roleOf(tenant.id, 'TenantAdmin'))
    await live(idle, tenant.id, person)
    const root = await of.root()
    const read = async () => {
      const paths = [
        `/api/v1/audit?pageSize=100&entityId=${person.id}`,
        `/api/v1/audit?pageSize=100&actorId=${person.id}`,
        `/api/v1/audit?pageSize=100&search=${person.lastName}`,
        `${bin}?pageSize=100`,
        `/api/v1/Admins?pageSize=100&search=${person.lastName}`,
      ]
      const replies = await Promise.all(paths.map((path) => idle.get(path, { token: root })))
      return replies.map((reply) => expectStatus(reply, 200))
    }
    assert.ok((await read()).some(({ text }) => text.includes(person.lastName)))
    expectStatus(await of.purge(person.id), 204)
    const after = await read()
    for (const name of namesOf(person)) for (const { text } of after) assert.ok(!text.includes(name), `${name} in ${text}`)
    assert.equal(after[2]!.json.totalCount, 0, 'a search does not find them either')
    expectStatus(await of.restore(person.id), 404)
    expectStatus(await of.purge(person.id), 404)
  })

  it('takes the address out of every attempt that found nobody, and leaves where it came from', async () => {
    const of = binOf(app)
    const tenantId = own.tenant.id
    const person = await of.addAdmin(tenantId)
    await of.remove(`Admins/${person.id}`)
    const stranger = await tenantWithAdmin(app)
    const headers = { 'user-agent': 'Prober' }
    for (const where of [{ tenantId }, { tenantId: stranger.tenant.id }, {}]) {
      const tried = { identifier: person.email, password: 'not the password', ...where }
      expectStatus(await app.post('/api/v1/auth/admin/login', tried, { headers }), 401)
    }
    expectStatus(await of.purge(person.id), 204)
    await of.erased()
    assert.deepEqual(await placesOf(app, namesOf(person)), [])
    const { rows } = await sql<{ person: object }>`
      select person from events where type = 'auth.login.failed' and person->>'userAgent' = ${headers['user-agent']}`.execute(
      app.open.service.database.kysely,
    )
    const left = { person: { actorName: null, ipAddress: '127.0.0.1', userAgent: 'Prober' } }
    assert.deepEqual(rows, [left, left, left])
  })

  it('403 admin_protected, for the SuperAdmin too', async () => {
    const of = binOf(app)
    const person = await of.addAdmin(own.tenant.id)
    await of.remove(`Admins/${person.id}`)
    await sql`update accounts set is_protected = true where id = ${person.id}`.execute(app.open.service.database.kysely)
    assert.equal(expectStatus(await of.purge(person.id), 403).json.code, 'admin_protected')
    assert.ok(await of.entryOf(person.id))
  })

  it('the event says who did it to which record, and no name', async () => {
    const of = binOf(app)
    const person = await of.addAdmin(own.tenant.id)
    await of.remove(`Admins/${person.id}`)
    expectStatus(await of.purge(person.id, token), 204)
    const { json } = await app.get(`/api/v1/audit?entityId=${person.id}&action=entity.purged`, { token })
    const [{ entityType, entityName, tenantId, actorName }] = json.items
    assert.deepEqual([entityType, entityName, tenantId], ['Admin', null, own.tenant.id])
    assert.ok(actorName.includes(own.admin.lastName))
    assert.equal(expectStatus(await of.purge(person.id, await tokenHolding(app, own.tenant.id, ['recyclebin.delete'])), 404).status, 404)
  })
})

describe('the retention of the recycle bin', () => {
  it('erases what is older than its tenant keeps it, each by its own setting, a tenant by its parent’s, and never who is protected', async () => {
    const app = idle
    const of = binOf(app)
    const [short, long] = [await tenantWithAdmin(app), await tenantWithAdmin(app)]
    const root = await of.root()
    const keep = { body: { recycleBinRetentionDays: 5 }, token: root }
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${short.tenant.id}/settings`, keep), 200)
    const under = await tenantWithAdmin(app, { parentTenantId: short.tenant.id })
    const [old, inherited, kept, fresh, safe] = [
      await of.addAdmin(short.tenant.id),
      await of.addAdmin(under.tenant.id),
      await of.addAdmin(long.tenant.id),
      await of.addAdmin(short.tenant.id),
      await of.addAdmin(short.tenant.id),
    ]
    const role = await of.addRole(short.tenant.id)
    const gone = await tenantWithAdmin(app, { parentTenantId: short.tenant.id })
    const hasty = await tenantWithAdmin(app, { parentTenantId: long.tenant.id })
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${hasty.tenant.id}/settings`, keep), 200)
    for (const { id } of [old, inherited, kept, safe]) await of.remove(`Admins/${id}`)
    await of.remove(`roles/${role.id}`)
    for (const { tenant } of [gone, hasty]) await of.remove(`Tenants/${tenant.id}`)
    const { kysely } = app.open.service.database
    await sql`update accounts set is_protected = true where id = ${safe.id}`.execute(kysely)
    app.clock.turn(daysMs(6))
    const signedIn = await app.signIn('superadmin', 'zuvaqor-71-Kestrel', { isPlatformAdmin: true })
    const again = signedIn.accessToken
    await of.remove(`Admins/${fresh.id}`, again)
    await purgeExpired(systemContext(app.open.service), binTypeNames.map(sourceOf), new AbortController().signal)
    const left = new Set((await of.list('', again)).items.map(({ id }: { id: string }) => id))
    const ids = [old, inherited, role, gone.tenant, hasty.tenant, kept, fresh, safe].map(({ id }) => id)
    assert.deepEqual(
      ids.map((id) => left.has(id)),
      [false, false, false, false, true, true, true, true],
    )
    const told = (await app.get(`/api/v1/audit?entityId=${old.id}&action=entity.purged`, { token: again })).json.items
    assert.deepEqual([told.length, told[0].actorType, told[0].actorId], [1, 'system', null])
  })

  it('goes on behind a tenant that can’t be erased, and says so in the end', async () => {
    const fresh = await startApp()
    const of = binOf(fresh)
    const { kysely } = fresh.open.service.database
    const [stuck, next] = [await tenantWithAdmin(fresh), await tenantWithAdmin(fresh)]
    const role = await of.addRole(null)
    for (const path of [`Tenants/${stuck.tenant.id}`, `Tenants/${next.tenant.id}`, `roles/${role.id}`]) await of.remove(path)
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'too much to erase at once'; end $$`.execute(
      kysely,
    )
    await sql`create trigger stuck before update of purged_at on tenants for each row when (old.id = ${sql.lit(stuck.tenant.id)})
      execute function refuse()`.execute(kysely)
    fresh.clock.turn(daysMs(4000))
    const purging = purgeExpired(systemContext(fresh.open.service), binTypeNames.map(sourceOf), new AbortController().signal)
    await assert.rejects(purging, /too much to erase at once/)
    const marked = async (table: string, id: string) =>
      (await sql`select from ${sql.table(table)} where id = ${id} and purged_at is not null`.execute(kysely)).rows.length
    assert.deepEqual(
      [await marked('tenants', stuck.tenant.id), await marked('tenants', next.tenant.id), await marked('roles', role.id)],
      [0, 1, 1],
    )
  })

  it('runs by itself, by the name of its job', async () => {
    await eventually('the job to be known', async () => {
      const { rows } = await sql`select from periodic_jobs where name = 'recycle-bin.retention'`.execute(app.open.service.database.kysely)
      return rows.length === 1
    })
  })
})
