/**
 * The body that comes late: of every operation that changes something, held back at its last bytes, while the caller's rights are
 * taken in every way there is. Generated from the route tables, so that a new operation is tried without anybody remembering it.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { AnyRoute } from '#http/route.ts'
import { idOf } from '../delegation/rig.ts'
import { expectStatus, type Reply, startApp, superAdmin, type TestApp } from '../harness.ts'
import { leastRequest } from '../least-body.ts'
import { type HeldBack, holdBack } from '../rig/http.ts'
import { addUser, addWorkspace } from '../users/rig.ts'
import { cuts, endings, endingsOfImpersonation, endingsOfUsers, type Ground, ground, handOver, spoiling, stage } from './late-takings.ts'
import { operations } from './tour.ts'

let app: TestApp
let common: Ground
before(async () => {
  app = await startApp()
  common = await ground(app)
})

interface Late {
  readonly name: string
  readonly endpoint: AnyRoute
}
const late: Late[] = [...operations]
  .map(([name, { endpoint }]) => ({ name, endpoint }))
  .filter(({ name, endpoint }) => endpoint.access !== 'public' && !name.startsWith('GET '))
const isPlatforms = ({ endpoint: { access } }: Late) =>
  access === 'super-admin' || (typeof access === 'object' && access.platformOnly === true)
const ofUsers = late.filter(({ endpoint }) => endpoint.access === 'user')
const ofTenants = late.filter((one) => !isPlatforms(one) && !ofUsers.includes(one))
const withPermission = ofTenants.filter(({ endpoint }) => typeof endpoint.access === 'object')
const impersonated = ofTenants.filter(({ endpoint }) => !endpoint.notImpersonating)

/** Beyond the closing boundary of an upload nothing is read any more. */
const keptOf = ({ endpoint }: Late) => (endpoint.upload || endpoint.receives ? 12 : 1)

function pathOf({ name, endpoint }: Late, targets: Readonly<Record<string, string>>, myId: string): string {
  const url = name.slice(name.indexOf(' ') + 1)
  const area = url.split('/').find((part) => part.toLowerCase() in targets)
  const first = url.includes('change-password') ? myId : (targets[area?.toLowerCase() ?? ''] ?? randomUUID())
  // who names no tenant for lines is refused before any of them is read
  const query = endpoint.lines ? `?tenantId=${targets.tenants}` : ''
  return url.replace(/:\w+/, first).replace(/:\w+/, () => randomUUID()) + query
}

type Held = readonly { readonly one: Late; readonly request: HeldBack }[]

/** Holds all of them back, at once; every one has passed what is judged by the headers. */
async function hold(
  operations: readonly Late[],
  token: string,
  targets: Readonly<Record<string, string>>,
  area: 'Admins' | 'Users' = 'Admins',
): Promise<Held> {
  // the session is in memory from here on, so that the headers are judged as they come
  const { id } = expectStatus(await app.get(`/api/v1/${area}/me`, { token }), 200).json
  const held = await Promise.all(
    operations.map(async (one) => {
      const method = one.name.slice(0, one.name.indexOf(' '))
      const request = await holdBack(app.url, method, pathOf(one, targets, id), { ...leastRequest(one.endpoint), token, kept: keptOf(one) })
      return { one, request }
    }),
  )
  await app.get('/health/live')
  for (const { one, request } of held) assert.equal(request.isAnswered(), false, `${one.name} was not held back`)
  return held
}

const release = (held: Held) => Promise.all(held.map(async ({ one, request }) => ({ one, reply: await request.release() })))

/** Everything that is stored, but for what a refusal leaves behind. */
async function stored(): Promise<Record<string, string>> {
  const { kysely } = app.open.service.database
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname not in ('events', 'outbox', 'code_limits', 'revocations')`.execute(kysely)
  // activity is written once a minute, whoever does what
  const row = "(to_jsonb(t) - 'last_active_at')::text"
  const digests = tables.map(({ name }) => `(select md5(string_agg(${row}, ';' order by ${row})) from ${name} t) as ${name}`)
  const { rows } = await sql<Record<string, string>>`select ${sql.raw(digests.join(', '))}`.execute(kysely)
  return {
    ...rows[0],
    pictures: globSync(`${app.dataDirectory}/**/{avatars,logos}/*`).sort().join(),
    files: globSync(`${app.dataDirectory}/files/files/*/[0-9a-f]*`).sort().join(),
  }
}

async function eventTypes(actorId: string): Promise<Set<string>> {
  const { kysely } = app.open.service.database
  const { rows } = await sql<{ type: string }>`select distinct type from events where actor_id = ${actorId}`.execute(kysely)
  return new Set(rows.map(({ type }) => type))
}

/** Takes the rights while all wait, lets them go on, and sees that each is refused and nothing came of any. */
async function expectRefused(held: Held, take: () => Promise<Reply>, actorId: string, status: 401 | 403): Promise<void> {
  const taken = await take()
  assert.ok(taken.status < 300, taken.text)
  const [before, told] = [await stored(), await eventTypes(actorId)]
  const answers = await release(held)
  const others = answers
    .filter(({ reply }) => reply.status !== status)
    .map(({ one, reply }) => `${one.name}: ${reply.status} ${reply.text}`)
  assert.deepEqual(others, [])
  if (status === 401) assert.deepEqual([...new Set(answers.map(({ reply }) => reply.json.code))], ['session_revoked'])
  assert.deepEqual(await stored(), before)
  const news = [...(await eventTypes(actorId))].filter((type) => !told.has(type) && (status === 401 || type !== 'access.denied'))
  assert.deepEqual(news, [])
}

describe('a body that comes late', () => {
  for (const [name, take] of Object.entries(endings)) {
    it(`is refused once ${name}`, async () => {
      const s = await stage(app, spoiling.test(name) ? await ground(app) : common)
      await expectRefused(await hold(ofTenants, s.me.token, s.targets), () => take(s), s.me.id, 401)
    })
  }

  for (const [name, take] of Object.entries(endingsOfUsers)) {
    it(`of an end user is refused once ${name}`, async () => {
      const workspace = await addWorkspace(app)
      const user = await addUser(app, workspace.code)
      const [token, other] = [(await user.signIn()).accessToken, (await user.signIn()).accessToken]
      await expectRefused(await hold(ofUsers, token, {}, 'Users'), () => take({ app, user, workspace, token, other }), user.id, 401)
    })
  }

  for (const [name, take] of Object.entries(endingsOfImpersonation)) {
    it(`of an impersonation is refused once ${name}`, async () => {
      const s = await stage(app, common)
      const { accessToken: acting } = await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
      const { accessToken } = expectStatus(await app.post(`/api/v1/Admins/${s.me.id}/impersonate`, {}, { token: acting }), 200).json
      await expectRefused(await hold(impersonated, accessToken, s.targets), () => take(s, acting), s.me.id, 401)
    })
  }

  for (const [name, take] of Object.entries(cuts)) {
    it(`is refused once ${name}`, async () => {
      const s = await stage(app, spoiling.test(name) ? await ground(app) : common)
      await expectRefused(await hold(withPermission, s.me.token, s.targets), () => take(s), s.me.id, 403)
    })
  }

  it('of the SuperAdmin is refused once somebody else is it', async () => {
    const s = await stage(app, common)
    const { accessToken, user } = await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
    // whoever handed it over may see everything still, and so what texts would look like
    const isView = ({ endpoint: { access } }: Late) => typeof access === 'object' && access.permission.endsWith('.view')
    const closed = [...withPermission, ...late.filter(isPlatforms)].filter((one) => !isView(one))
    const held = await hold(closed, accessToken, s.targets)
    let handBack: () => Promise<void> = async () => {}
    const take = async () => {
      handBack = await handOver(app, s.top)
      return await app.get('/api/v1/Admins/me', { token: accessToken })
    }
    try {
      await expectRefused(held, take, user.id, 403)
    } finally {
      await handBack()
    }
  })

  it('may not set a field, nor be told of one, that was restricted meanwhile', async () => {
    const s = await stage(app, common)
    const member = `/api/v1/Admins/${s.targets.admins}`
    const { email } = expectStatus(await app.get(member, { token: s.me.token }), 200).json
    const send = (method: string, path: string, body: object) => holdBack(app.url, method, path, { body, token: s.me.token })
    const person = { email: `x-${randomUUID()}@example.test`, firstName: 'X', lastName: 'Y', roleId: s.targets.roles }
    const setting = await Promise.all([send('POST', '/api/v1/Admins', person), send('PUT', member, { email: person.email })])
    const telling = await Promise.all([
      send('PUT', member, { firstName: 'Told' }),
      ...['deactivate', 'activate', 'block', 'unblock', 'unlock'].map((verb) => send('POST', `${member}/${verb}`, {})),
    ])
    const view = idOf('admins.view')
    const held = ((await app.get(`/api/v1/roles/${s.myRole}/permissions`, { token: s.top })).json as { id: string }[]).map(({ id }) => id)
    const masked = { permissionIds: held, restrictedFields: { [view]: ['email'] } }
    expectStatus(await app.request('PUT', `/api/v1/roles/${s.myRole}/permissions`, { token: s.top, body: masked }), 200)
    for (const request of setting) {
      const reply = await request.release()
      assert.equal(reply.json.code, 'field_restricted', reply.text)
    }
    for (const request of telling) {
      const reply = expectStatus(await request.release(), 200)
      assert.ok(reply.json.firstName && !reply.text.includes(email), reply.text)
    }
  })
})
