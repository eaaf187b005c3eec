/** Writes on their way while the rights to them are taken: none takes effect once the taking was answered, on two processes. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { endings, ground, type Stage, stage } from '../abuse/late-takings.ts'
import { type Reply, startApp, type TestApp } from '../harness.ts'
import { leastUpload } from '../least-body.ts'
import { lockWaits } from '../rig/lock-waits.ts'
import { eventually } from '../rig/ports.ts'
import { everyRoundWithin, tally } from '../rig/race.ts'

let app: TestApp
let apps: TestApp[]
before(async () => {
  app = await startApp()
  apps = [app, await startApp({ env: { DATABASE_URL: app.config.databaseUrl as string } })]
})

type Write = readonly [method: string, path: string, options: Parameters<TestApp['request']>[2]]

/** What all waits for the row of one tenant below. */
function writesBelow({ targets }: Stage): Write[] {
  const tenantId = targets.tenants as string
  const at = `/api/v1/Tenants/${tenantId}`
  const mark = randomUUID()
  const person = { email: `${mark}@example.test`, firstName: 'A', lastName: 'B', tenantId, roleId: targets.roles }
  return [
    ['PUT', at, { body: { description: mark } }],
    ['PUT', `${at}/settings`, { body: { companyName: mark } }],
    ['POST', `${at}/domains`, { body: { domainName: `${mark}.example.test` } }],
    ['POST', `${at}/logo`, leastUpload()],
    ['PUT', `${at}/permissions`, { body: { permissionIds: [] } }],
    ['POST', '/api/v1/Admins', { body: person }],
    ['POST', '/api/v1/roles', { body: { name: mark, tenantId } }],
    ['POST', '/api/v1/Tenants', { body: { name: mark, parentTenantId: tenantId } }],
    ['DELETE', `${at}?cascade=true`, {}],
  ]
}

/** Of one's own, and of the own tenant. */
function writesOfMine({ me, targets }: Stage, tokens: readonly string[]): Write[] {
  const member = `/api/v1/Admins/${targets.admins}`
  return tokens.flatMap((token): Write[] => [
    ['PUT', '/api/v1/Admins/me', { token, body: { firstName: randomUUID() } }],
    ['POST', '/api/v1/Admins/me/avatar', { ...leastUpload(), token }],
    ['POST', '/api/v1/auth/admin/2fa/enable', { token, body: { password: me.password } }],
    ['POST', '/api/v1/auth/admin/logout', { token, body: {} }],
    ['PUT', member, { token, body: { firstName: randomUUID() } }],
    ['POST', `${member}/reset-password`, { token, body: {} }],
    ['POST', '/api/v1/Admins/bulk-deactivate', { token, body: { ids: [targets.admins] } }],
    ['PUT', `/api/v1/roles/${targets.roles}`, { token, body: { description: randomUUID() } }],
    ['PUT', `/api/v1/UserGroups/${targets.usergroups}`, { token, body: { nameAr: randomUUID() } }],
  ])
}

const begin = (writes: readonly Write[], { me }: Stage, first = 0): Promise<Reply[]> =>
  Promise.all(
    writes.map(([method, path, options], index) =>
      (apps[(first + index) % 2] as TestApp).request(method, path, { token: me.token, ...options }),
    ),
  )

/** What was answered with anything but a refusal for want of rights or of time. */
const others = (replies: readonly Reply[]) => replies.map(({ status }) => status).filter((status) => status !== 401 && status !== 503)

async function number(query: ReturnType<typeof sql<{ n: number }>>): Promise<number> {
  return (await query.execute(app.open.service.database.kysely)).rows[0]?.n ?? 0
}
const effects = ({ me }: Stage) =>
  number(sql`select count(*)::integer as n from events where actor_id = ${me.id} and type <> 'access.denied'`)

/** Holds the row of a tenant until it is told to let go. */
async function holdTenant(id: string): Promise<() => Promise<void>> {
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = app.open.service.database.kysely.transaction().execute(async (tx) => {
    await sql`select from tenants where id = ${id} for update`.execute(tx)
    held.resolve()
    await free.promise
  })
  await held.promise
  return async () => {
    free.resolve()
    await holding
  }
}

/** Those that wait for nothing that a write below holds while it waits itself. */
const quick = [
  'the session is ended from another',
  'all sessions are ended',
  'the tenant is suspended',
  'a tenant above is suspended',
  'block',
]

describe('rights taken from what is on its way', () => {
  it('writes that wait for a lock find them gone', async () => {
    await everyRoundWithin({ most: 20 }, async (round) => {
      const name = quick[round % quick.length] as string
      const s = await stage(app, await ground(app))
      const letGo = await holdTenant(s.targets.tenants as string)
      const writes = begin(writesBelow(s), s)
      await eventually('writes to wait', async () => (await lockWaits(app)) > 1)
      const taking = (endings[name] as (typeof endings)[string])(s)
      const isTaken = await Promise.race([taking.then(() => true), sleep(500, false)])
      // who shuts a tenant waits for those who hold it, and so for the row that they wait for
      if (!isTaken) await letGo()
      const taken = await taking
      const after = await effects(s)
      await letGo()
      const replies = await writes
      assert.ok(taken.status < 300, `${name}: ${taken.text}`)
      // where the machine is slow, they waited for as long as anybody may
      if (isTaken) assert.deepEqual(others(replies), [], name)
      assert.equal(await effects(s), after, name)
    })
  })

  it('writes beside the taking come before it or not at all', async () => {
    await everyRoundWithin({ most: 20 }, async (round) => {
      const name = Object.keys(endings)[round % Object.keys(endings).length] as string
      const s = await stage(app, await ground(app))
      // the session that takes them goes on in these, and so do its writes
      const isOtherKept = /from another|is changed$/.test(name)
      const writes = begin(writesOfMine(s, isOtherKept ? [s.me.token] : [s.me.token, s.me.other]), s)
      const taken = await endings[name]?.(s)
      const after = await effects(s)
      const replies = await writes
      // who takes them from another session may have been shut out there by what runs beside
      if ((taken?.status ?? 500) < 300) assert.equal(await effects(s), after, name)
      assert.ok(!replies.some(({ status }) => status === 500), JSON.stringify(tally(replies.map(({ status }) => status))))
    })
  })

  it('nobody is kept from ending a session by what is written in it without a pause', async () => {
    const s = await stage(app, await ground(app))
    const roles = await Promise.all(Array.from({ length: 16 }, () => s.own.role([])))
    let isOver = false as boolean
    const writing = roles.map(async (id, index) => {
      while (!isOver) await begin([['PUT', `/api/v1/roles/${id}`, { body: { description: randomUUID() } }]], s, index)
    })
    await eventually('them to write', async () => (await effects(s)) > roles.length)
    const ended = await app.post('/api/v1/auth/admin/sessions/revoke-all', {}, { token: s.me.other })
    isOver = true
    await Promise.all(writing)
    assert.equal(ended.status, 200, ended.text)
  })
})
