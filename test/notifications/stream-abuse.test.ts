/** What is done to the live stream by those who mean no good by it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { before, describe, it } from 'node:test'
import { secondsMs } from '#core/clock.ts'
import { setAccount, setTenant } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { somebody as newAdmin, tell } from './rig.ts'
import { listen } from './sse.ts'

let app: TestApp
let tenantId: string
before(async () => {
  app = await startApp()
  tenantId = (await tenantWithAdmin(app)).tenant.id
})

const path = '/api/v1/notifications'
const somebody = () => newAdmin(app, tenantId)
const ticketOf = async (token: string) =>
  expectStatus(await app.post(`${path}/stream-ticket`, undefined, { token }), 200).json.ticket as string

async function gaugeOf(name: string): Promise<number> {
  const samples = await app.open.service.measures.get(name)!.read()
  return samples[0]!.value
}
const openStreams = () => gaugeOf('tenantry_event_streams')
const streamsOf = async (accountId: string): Promise<number> => {
  const { kysely } = app.open.service.database
  const box = await kysely.selectFrom('notificationBoxes').select('streams').where('accountId', '=', accountId).executeTakeFirst()
  return box?.streams.length ?? 0
}

describe('clients of a stream', () => {
  it('are counted while they are there', async () => {
    const me = await somebody()
    const stream = await listen(app.url, me)
    await stream.next('ready')
    assert.equal(await openStreams(), 1)
    stream.cut()
    await eventually('no stream', async () => (await openStreams()) === 0)
  })

  it('that hang up while it is being opened leave nothing behind', async () => {
    const me = await somebody()
    const { hostname, port } = new URL(app.url)
    const head = `GET ${path}/stream HTTP/1.1\r\nhost: here\r\nauthorization: Bearer ${me.token}\r\n\r\n`
    const { kysely } = app.open.service.database
    await tell(app, me.id, tenantId)
    // nobody's stream comes into the box until they are gone
    await kysely.transaction().execute(async (tx) => {
      await tx.updateTable('notificationBoxes').set({ changes: 1 }).where('accountId', '=', me.id).execute()
      for (let n = 0; n < 20; n++) {
        const socket = connect(Number(port), hostname)
        await once(socket, 'connect')
        socket.write(head, () => void setImmediate(() => socket.resetAndDestroy()))
        await once(socket, 'close')
      }
      await eventually('every connection to be closed', async () => (await gaugeOf('tenantry_http_connections')) === 0)
    })
    // whoever comes after them in the line is let in after them
    const last = await listen(app.url, me)
    await last.next('ready')
    last.cut()
    await eventually('no stream', async () => (await openStreams()) === 0 && (await streamsOf(me.id)) === 0, 5000)
  })

  it('that ask for several over one connection, one behind the other, take all of them along when they go', async () => {
    const me = await somebody()
    const { hostname, port } = new URL(app.url)
    const head = `GET ${path}/stream HTTP/1.1\r\nhost: here\r\nauthorization: Bearer ${me.token}\r\n\r\n`
    const socket = connect(Number(port), hostname)
    socket.write(head.repeat(3))
    await eventually('three streams', async () => (await openStreams()) === 3)
    socket.destroy()
    await eventually('no stream', async () => (await openStreams()) === 0 && (await streamsOf(me.id)) === 0, 5000)
  })

  it('who open many have five, and the others of their tenant theirs', async () => {
    const [me, other] = [await somebody(), await somebody()]
    const theirs = await listen(app.url, other)
    await theirs.next('ready')
    const mine = await Promise.all(Array.from({ length: 30 }, () => listen(app.url, me)))
    assert.ok(mine.every(({ status }) => status === 200))
    await eventually('six streams', async () => (await openStreams()) === 6)
    assert.equal(await streamsOf(me.id), 5)
    await tell(app, other.id, tenantId)
    await theirs.next('notification.created')
    for (const stream of [theirs, ...mine]) stream.cut()
  })

  it('ask for it in no other way than GET', async () => {
    const me = await somebody()
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { status, headers } = await app.request(method, `${path}/stream`, me)
      assert.deepEqual([status, headers.allow], [405, 'GET'], method)
    }
  })

  it('name no number that was not sent to them', async () => {
    const me = await somebody()
    for (const lastEventId of ['x', '-1', '1e3', '1.5', ' ', '0x1', '2147483648', '99999999999999999999', "1' or '1'='1", '1, 1']) {
      const reply = await app.get(`${path}/stream`, { ...me, headers: { 'last-event-id': lastEventId } })
      // blanks around a value are none of it
      if (lastEventId.trim() === '') assert.equal(reply.status, 200)
      else assert.deepEqual([reply.status, reply.json.errors[0].field], [400, 'last-event-id'], lastEventId)
    }
  })

  it('are told nothing of anybody else by the number of theirs', async () => {
    const [me, other] = [await somebody(), await somebody()]
    await tell(app, other.id, tenantId, 5)
    await tell(app, me.id, tenantId, 1)
    const stream = await listen(app.url, { ...me, lastEventId: '5' })
    assert.equal((await stream.next('resync')).id, '1')
    assert.equal(stream.events.filter(({ event }) => event === 'notification.created').length, 0)
    stream.cut()
  })
})

describe('a ticket', () => {
  const open = (ticket: string) => app.get(`${path}/stream?ticket=${ticket}`)

  it('opens nothing once its session, account or tenant is shut out', async () => {
    const [signedOut, blocked] = [await somebody(), await somebody()]
    const place = await tenantWithAdmin(app)
    const theirs = (await place.signIn()).accessToken
    const tickets = await Promise.all([signedOut.token, blocked.token, theirs].map(ticketOf))
    expectStatus(await app.post('/api/v1/auth/admin/sessions/revoke-all', undefined, signedOut), 200)
    await setAccount(app, blocked.id, { isBlocked: true })
    await setTenant(app, place.tenant.id, { status: 'Suspended' })
    for (const ticket of tickets) {
      const { status, json } = await open(ticket)
      assert.deepEqual([status, json.code], [401, 'session_revoked'])
      assert.equal((await open(ticket)).json.code, 'token_invalid')
    }
  })

  it('is no token of anything else, and nothing else is a ticket', async () => {
    const me = await somebody()
    const ticket = await ticketOf(me.token)
    assert.equal((await app.get(path, { token: ticket })).status, 401)
    assert.equal((await app.get(`${path}?ticket=${ticket}`)).status, 401)
    for (const other of ['', randomUUID(), me.token.slice(0, 100), 'x'.repeat(3000), "'--"])
      assert.equal((await open(other)).status, 401, other)
    for (const name of ['access_token', 'token', 'authorization']) {
      assert.equal((await app.get(`${path}/stream?${name}=${me.token}`)).status, 401)
      assert.equal((await app.get(`${path}/stream?${name}=${me.token}`, me)).status, 400)
    }
    // what was shown beside a token was not used
    assert.equal((await app.get(`${path}/stream?ticket=${ticket}`, me)).status, 200)
    assert.equal((await open(ticket)).status, 200)
  })
})

describe('a stream that is open', () => {
  it('ends with the tenant of its owner, or one above it', async () => {
    const above = await tenantWithAdmin(app)
    const below = await tenantWithAdmin(app, { parentTenantId: above.tenant.id })
    const streams = [
      await listen(app.url, { token: (await above.signIn()).accessToken }),
      await listen(app.url, { token: (await below.signIn()).accessToken }),
    ]
    for (const stream of streams) await stream.next('ready')
    await setTenant(app, above.tenant.id, { status: 'Suspended' })
    for (const stream of streams) {
      await stream.next('session.revoked')
      await stream.ended
    }
  })

  it('of an impersonation ends with it, and is the target’s meanwhile', async () => {
    const me = await somebody()
    const { accessToken } = expectStatus(
      await app.post(`/api/v1/auth/admin/impersonate/${me.id}`, { reason: 'Asked for help' }, { token: await app.superToken() }),
      200,
    ).json
    const stream = await listen(app.url, { token: accessToken })
    await tell(app, me.id, tenantId)
    await stream.next('notification.created')
    expectStatus(await app.post('/api/v1/auth/admin/stop-impersonation', undefined, { token: accessToken }), 200)
    await stream.next('session.revoked')
    await stream.ended
  })
})

describe('a ticket of an old token', () => {
  it('ends no later than the token that it was asked for with', async () => {
    const me = await somebody()
    const { exp } = JSON.parse(Buffer.from(me.token.split('.')[1] as string, 'base64url').toString()) as { exp: number }
    const leftMs = secondsMs(exp) - app.clock.now().getTime()
    app.clock.turn(leftMs - secondsMs(30))
    const ticket = await ticketOf(me.token)
    app.clock.turn(secondsMs(31))
    assert.equal((await app.get(`${path}/stream?ticket=${ticket}`)).json.code, 'token_expired')
  })
})
