/** The live stream of the client: what is told is told once, whatever happens to the connection. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { minutesMs } from '#core/clock.ts'
import { type Client, type LiveEvent, Refused, SignedOut } from '../../client/src/client.ts'
import { reconnectPauseMs } from '../../client/src/stream.ts'
import { addAdmin, setAccount, type TestAdmin } from '../auth/people.ts'
import { startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { tell as tellAt } from '../notifications/rig.ts'
import { type FaultProxy, faultProxy } from '../rig/proxy.ts'
import { Browser } from './browser.ts'
import { frontOf, refusal } from './front.ts'
import { clientOf, signIn, until } from './rig.ts'

let app: TestApp
let tenantId: string
before(async () => {
  app = await startApp()
  tenantId = (await tenantWithAdmin(app)).tenant.id
})

const streamAt = 'GET /api/v1/notifications/stream'
const tell = (admin: TestAdmin, times = 1) => tellAt(app, admin.id, tenantId, times)

/** Reads on beside the test. */
function reading(client: Client) {
  const events: LiveEvent[] = []
  const stop = new AbortController()
  const run = async () => {
    for await (const event of client.live({ signal: stop.signal })) events.push(event)
  }
  const ended = run()
  ended.catch(() => undefined)
  const ids = () => events.flatMap((event) => (event.event === 'notification.created' ? [Number(event.id)] : []))
  const times = (name: LiveEvent['event']) => events.filter(({ event }) => event === name).length
  return { events, ids, times, ended, stop: () => stop.abort() }
}

const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)

async function signedIn(url: string, more = {}) {
  const [admin, browser] = [await addAdmin(app, tenantId), new Browser()]
  const client = clientOf(url, { fetch: browser.fetch, ...more })
  await signIn(client, admin)
  return { admin, browser, client }
}

describe('the pause before the live stream is opened again', () => {
  it('is at least what the service told, and not the same for all', () => {
    for (const toldMs of [0, 1_000, 60_000]) {
      const pauses = Array.from({ length: 100 }, () => reconnectPauseMs(toldMs, 1, 1_000))
      const [least, most] = [Math.min(...pauses), Math.max(...pauses)]
      assert.ok(least >= toldMs && most <= toldMs + Math.max(1_000, toldMs / 4), `${toldMs}: ${least} to ${most}`)
      assert.ok(most - least > 100, `${toldMs}: ${least} to ${most}`)
    }
  })

  it('grows where nothing was told, to a minute at most', () => {
    const most = (failures: number) => Math.max(...Array.from({ length: 100 }, () => reconnectPauseMs(null, failures, 2_000)))
    assert.ok(most(1) <= 1_000 && most(4) > most(2) && most(50) <= 60_000)
  })
})

describe('the live stream', () => {
  it('goes on where it was cut off: every notification once, in order', async () => {
    await using proxy: FaultProxy = await faultProxy(app.url)
    const { client, admin } = await signedIn(proxy.through(app.url))
    const { ids, times, stop, ended } = reading(client)
    await until('it is open', () => times('ready') === 1)
    await tell(admin, 2)
    await until('two came', () => ids().length === 2)
    // nobody listens while these are written
    proxy.mode('refuse')
    proxy.cut()
    await tell(admin, 3)
    proxy.mode('pass')
    await until('the others came', () => ids().length === 5)
    await tell(admin)
    await until('and the next', () => ids().length === 6)
    assert.deepEqual(ids(), upTo(6))
    assert.ok(times('ready') >= 2)
    stop()
    await ended
  })

  it('goes on after a fault of the service, and not after a refusal that stays', async () => {
    const front = await frontOf(app.url)
    front.answer(streamAt, refusal(500, 'internal_error'))
    const { client } = await signedIn(front.url)
    const { times, stop, ended } = reading(client)
    await until('it is open all the same', () => times('ready') === 1)
    stop()
    await ended
    front.answer(streamAt, refusal(403, 'permission_denied'))
    await assert.rejects(client.live().next(), (error: unknown) => error instanceof Refused && error.status === 403)
  })

  it('outlives its token', async () => {
    const { client, admin, browser } = await signedIn(app.url)
    const { ids, times, stop, ended } = reading(client)
    await until('it is open', () => times('ready') === 1)
    app.clock.turn(minutesMs(16))
    await until('it is open again', () => times('ready') === 2)
    assert.deepEqual(browser.answersTo('POST /api/v1/auth/admin/refresh'), [200])
    await tell(admin)
    await until('it tells', () => ids().length === 1)
    stop()
    await ended
  })

  it('ends with the session, and says so', async () => {
    const { client, admin } = await signedIn(app.url)
    const { times, ended } = reading(client)
    await until('it is open', () => times('ready') === 1)
    await setAccount(app, admin.id, { isBlocked: true })
    await assert.rejects(ended, SignedOut)
    assert.equal(client.session.status, 'signed-out')
    await assert.rejects(client.live().next(), SignedOut)
  })

  it('goes over to whoever signs in, also where it was begun before anybody was known', async () => {
    const [first, second, browser] = [await addAdmin(app, tenantId), await addAdmin(app, tenantId), new Browser()]
    const store = { kept: null as string | null }
    const refreshToken = { load: () => store.kept, save: (token: string | null) => void Object.assign(store, { kept: token }) }
    await signIn(clientOf(app.url, { refreshToken }), first)
    const client = clientOf(app.url, { refreshToken, fetch: browser.fetch })
    const { ids, times, stop, ended } = reading(client)
    await until('it is open', () => times('ready') === 1)
    await tell(first, 3)
    await until('the first is told', () => ids().length === 3)
    await signIn(client, second)
    await until('it is open again', () => times('ready') === 2)
    await tell(first)
    await tell(second)
    await until('the second is told', () => ids().length === 4)
    assert.deepEqual(ids(), [...upTo(3), 1])
    const opened = browser.seen.filter(({ at }) => at === streamAt).map(({ headers }) => headers.get('last-event-id'))
    assert.deepEqual(opened, [null, null], 'what the first was told is nothing to the second')
    stop()
    await ended
  })

  it('is one connection for all tabs; when its tab is closed the next goes on without a loss', async () => {
    const admin = await addAdmin(app, tenantId)
    const browser = new Browser()
    const tab = () => clientOf(app.url, { refreshToken: 'cookie', share: 'tabs with a stream', fetch: browser.fetch })
    const [one, two, three] = [tab(), tab(), tab()]
    await signIn(one, admin)
    const readers = [one, two, three].map(reading)
    const [first, second, third] = readers as [(typeof readers)[0], (typeof readers)[0], (typeof readers)[0]]
    await until('it is open', () => readers.every(({ times }) => times('ready') === 1))
    await tell(admin, 2)
    await until('all are told', () => readers.every(({ ids }) => ids().length === 2))
    assert.deepEqual(browser.answersTo(streamAt), [200])
    const beside = reading(two)
    first.stop()
    await first.ended
    one.close()
    await tell(admin, 2)
    await until('two readers in one tab are told', () => beside.ids().length === 2)
    beside.stop()
    await beside.ended
    await until('the others are told', () => second.ids().length === 4 && third.ids().length === 4)
    assert.deepEqual([second.ids(), third.ids(), first.ids()], [upTo(4), upTo(4), upTo(2)])
    assert.deepEqual(browser.answersTo(streamAt), [200, 200])
    for (const { stop } of readers) stop()
    await Promise.all([second.ended, third.ended])
  })

  it('tells a tab that came late and goes on alone of all that it may have missed', async () => {
    const admin = await addAdmin(app, tenantId)
    const tab = () => clientOf(app.url, { refreshToken: 'cookie', share: 'late tabs', fetch })
    const fetch = new Browser().fetch
    const one = tab()
    await signIn(one, admin)
    const first = reading(one)
    await until('it is open', () => first.times('ready') === 1)
    await tell(admin)
    await until('the first is told', () => first.ids().length === 1)
    // a channel that was open before may bring what was told before
    const second = reading(tab())
    // long enough for it to ask how far the stream is
    await new Promise((resolve) => setTimeout(resolve, 200))
    first.stop()
    await first.ended
    await tell(admin)
    await until('the late one is told', () => second.ids().length === 1)
    assert.deepEqual(second.ids(), [2])
    second.stop()
    await second.ended
  })
})
