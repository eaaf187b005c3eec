/** Who writes below a tenant, without a pause, and who changes it meanwhile: each waits for those before it and for nobody after it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { hashToken } from '#core/secrets/one-time-code.ts'
import { expectStatus, type Reply, startTwo, type TestApp, tenantWithAdmin } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { everyRoundWithin } from '../rig/race.ts'

/** In flight at any moment, half of them on each service: more than both have connections. */
const writers = 32
/**
 * How many writes may succeed until one change has: those before it in line or in the queue for a connection, and again where a machine is
 * so slow that it is refused and tried anew. Without a line there is no end of them.
 */
const mostPassing = 4 * writers

let apps: readonly [TestApp, TestApp]
let app: TestApp
let root: string
before(async () => {
  apps = await startTwo()
  app = apps[0]
  root = await app.superToken()
})

const tenants = '/api/v1/Tenants'
const put = (path: string, body: unknown) => () => app.request('PUT', path, { body, token: root })
const post = (path: string, body: unknown) => () => app.post(path, body, { token: root })
type Call = (at: TestApp, n: number) => Promise<Reply>

const person = (tenantId: string, roleId: string) => {
  const mark = randomUUID()
  return { email: `${mark}@example.test`, firstName: 'A', lastName: 'B', tenantId, roleId, password: `zuvaqor ${mark}` }
}

/** Something of every kind that is written to one tenant, by its own admin. */
async function writesTo(parentTenantId: string): Promise<Call[]> {
  const leaf = await tenantWithAdmin(app, { parentTenantId })
  const tenantId = leaf.tenant.id as string
  const { accessToken: token } = await leaf.signIn()
  const made = async (path: string, body: unknown) => expectStatus(await app.post(path, body, { token }), 201).json.id as string
  const roles = [await made('/api/v1/roles', { name: 'One', tenantId }), await made('/api/v1/roles', { name: 'Two', tenantId })]
  const admin = await made('/api/v1/admins', person(tenantId, roles[0]!))
  const group = await made('/api/v1/UserGroups', { nameEn: 'Group', tenantId, roleIds: roles })
  const { email: identifier, password } = leaf.admin
  const calls: Call[] = [
    (at, n) => at.request('PUT', `/api/v1/roles/${roles[n % 2]}`, { body: { description: `${n}` }, token }),
    (at, n) => at.request('PUT', `/api/v1/UserGroups/${group}`, { body: { descriptionEn: `${n}` }, token }),
    (at, n) => at.request('PUT', `/api/v1/admins/${admin}`, { body: { firstName: `N${n}` }, token }),
    (at, n) => at.post(`/api/v1/UserGroups/bulk/${n % 2 ? 'activate' : 'deactivate'}`, { ids: [group] }, { token }),
    (at) => at.post('/api/v1/roles', { name: randomUUID(), tenantId }, { token }),
    (at) => at.post('/api/v1/admins', person(tenantId, roles[0]!), { token }),
    (at) => at.post('/api/v1/auth/admin/login', { identifier, password, tenantId }),
  ]
  return calls
}

/** An admin who may do everything in a tenant, and a role there for each of the writers: nothing but what the admin holds is shared. */
async function ownerOfRoles() {
  const tenantId = (await tenantWithAdmin(app)).tenant.id as string
  const made = async (path: string, body: unknown) => expectStatus(await post(path, body)(), 201).json.id as string
  const granted = expectStatus(await app.get(`${tenants}/${tenantId}/permissions`, { token: root }), 200).json as { id: string }[]
  const roleId = await made('/api/v1/roles', { name: 'All', tenantId, permissionIds: granted.map(({ id }) => id) })
  const owner = person(tenantId, roleId)
  const accountId = await made('/api/v1/admins', owner)
  const roles: string[] = []
  for (let n = 0; n < writers; n++) roles.push(await made('/api/v1/roles', { name: `Role ${n}`, tenantId }))
  const callsWith = (token: () => string) =>
    roles.map(
      (id): Call =>
        (at, n) =>
          at.request('PUT', `/api/v1/roles/${id}`, { body: { description: `${n}` }, token: token() }),
    )
  return { tenantId, roleId, owner, accountId, callsWith }
}

/** Write until they are stopped, and count. */
class Writers {
  written = 0
  readonly #replies: Record<string, number> = {}
  #isOver: boolean = false
  readonly #all: Promise<unknown>

  constructor(calls: readonly Call[]) {
    this.#all = Promise.all(Array.from({ length: writers }, (_, n) => this.#keepWriting(calls, n)))
  }

  /** @returns how often each status was answered */
  async stop(): Promise<Record<string, number>> {
    this.#isOver = true
    await this.#all
    return this.#replies
  }

  async #keepWriting(calls: readonly Call[], number: number): Promise<void> {
    for (let n = number; !this.#isOver; n++) {
      const { status } = await calls[n % calls.length]!(apps[number % 2]!, n)
      if (status < 300) this.written++
      this.#replies[status] = (this.#replies[status] ?? 0) + 1
    }
  }
}

/** Makes one change after the other while `calls` are made without a pause: each takes effect, and no more pass it than were there. */
async function changeBeside(calls: readonly Call[], changes: Readonly<Record<string, () => Promise<Reply>>>): Promise<void> {
  const writing = new Writers(calls)
  const passed: Record<string, number> = {}
  let replies: Record<string, number>
  try {
    await eventually('everybody to write', async () => writing.written > writers, 60_000)
    for (const [what, change] of Object.entries(changes)) {
      const { written } = writing
      let reply: Reply
      do {
        reply = await change()
        passed[what] = writing.written - written
      } while (reply.status === 503 && passed[what] <= mostPassing)
      assert.ok(reply.status < 300, `${what}: ${reply.status} ${reply.text} after ${passed[what]} writes`)
    }
  } finally {
    replies = await writing.stop()
  }
  const late = Object.entries(passed).filter(([, n]) => n > mostPassing)
  assert.deepEqual(late, [], JSON.stringify(passed))
  assert.ok(!('500' in replies), JSON.stringify(replies))
}

describe('whoever changes what others write below without a pause', () => {
  it('a tenant: each change takes effect after those who came before it', async (t) => {
    if (app.config.databaseUrl === null) return t.skip('the embedded database has one connection')
    await everyRoundWithin({ most: 5 }, async () => {
      const id = (await tenantWithAdmin(app)).tenant.id as string
      const middle = (await tenantWithAdmin(app, { parentTenantId: id })).tenant.id as string
      const calls: Call[] = []
      for (const parent of [id, middle, id, middle]) calls.push(...(await writesTo(parent)))
      const granted = expectStatus(await app.get(`${tenants}/${id}/permissions`, { token: root }), 200).json as {
        id: string
        name: string
      }[]
      const permissionIds = granted.filter(({ name }) => !name.startsWith('emails.')).map((permission) => permission.id)
      const { kysely } = app.open.service.database
      const viewer = await kysely
        .selectFrom('roles')
        .select('id')
        .where('tenantId', '=', id)
        .where('seed', '=', 'Viewer')
        .executeTakeFirstOrThrow()
      await changeBeside(calls, {
        renamed: put(`${tenants}/${id}`, { name: 'Another' }),
        'a tenant below it': post(tenants, { name: 'New', parentTenantId: id }),
        'an admin of its own': post('/api/v1/admins', person(id, viewer.id)),
        'its grant cut': put(`${tenants}/${id}/permissions`, { permissionIds }),
        'its settings': put(`${tenants}/${id}/settings`, { maxAdmins: 50 }),
        suspended: put(`${tenants}/${id}`, { status: 'Suspended' }),
        deleted: () => app.request('DELETE', `${tenants}/${id}?cascade=true`, { token: root }),
      })
    })
  })

  it('their own role and account: the same', async (t) => {
    if (app.config.databaseUrl === null) return t.skip('the embedded database has one connection')
    await everyRoundWithin({ most: 5 }, async () => {
      const { tenantId, roleId, owner, accountId, callsWith } = await ownerOfRoles()
      const { accessToken: token } = await app.signIn(owner.email, owner.password, { tenantId })
      const calls = callsWith(() => token)
      await changeBeside(calls, {
        'the role changed': put(`/api/v1/roles/${roleId}`, { description: 'Another' }),
        blocked: post(`/api/v1/admins/${accountId}/block`, {}),
      })
    })
  })

  it('their owner: signs in, ends a stolen session and resets the password', async (t) => {
    if (app.config.databaseUrl === null) return t.skip('the embedded database has one connection')
    await everyRoundWithin({ most: 5 }, async () => {
      const { tenantId, owner, accountId, callsWith } = await ownerOfRoles()
      const stolen = await app.signIn(owner.email, owner.password, { tenantId })
      const base = '/api/v1/auth/admin'
      const refresh = () => app.post(`${base}/refresh`, { refreshToken: stolen.refreshToken })
      expectStatus(await refresh(), 200)
      for (const { clock } of new Set(apps)) clock.turn(60_000)
      const challengeToken = randomUUID()
      const now = app.clock.now()
      await app.open.service.database.kysely
        .insertInto('challenges')
        .values({
          hash: hashToken(challengeToken),
          accountId,
          purpose: 'password_reset',
          createdAt: now,
          expiresAt: new Date(now.getTime() + 600_000),
        })
        .execute()
      let token = stolen.accessToken
      let own = ''
      const calls = callsWith(() => token)
      await changeBeside(calls, {
        'signed in': async () => {
          const reply = await app.post(`${base}/login`, { identifier: owner.email, password: owner.password, tenantId })
          if (reply.status === 200) own = reply.json.accessToken
          return reply
        },
        'the stolen session ended': async () => {
          const reply = await refresh()
          if (reply.status !== 401) return reply
          token = own
          return await app.get('/api/v1/Admins/me', { token: own })
        },
        'the password reset': () => app.post(`${base}/reset-password`, { challengeToken, newPassword: `zuvaqor ${randomUUID()}` }),
      })
      for (const over of [stolen.accessToken, own]) expectStatus(await app.get('/api/v1/Admins/me', { token: over }), 401)
    })
  })
})
