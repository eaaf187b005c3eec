/** A refresh whose answer never comes: the token is good once, and whoever sends it again late enough is taken for a thief. */
import assert from 'node:assert/strict'
import { before, describe, it, mock } from 'node:test'
import { minutesMs } from '#core/clock.ts'
import { type ClientOptions, SignedOut, TimedOut } from '../../client/src/client.ts'
import { addAdmin } from '../auth/people.ts'
import { startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { faultProxy } from '../rig/proxy.ts'
import { Browser } from './browser.ts'
import { clientOf, signIn } from './rig.ts'

let app: TestApp
let tenantId: string
before(async () => {
  app = await startApp()
  tenantId = (await tenantWithAdmin(app)).tenant.id
})

const refreshAt = 'POST /api/v1/auth/admin/refresh'

/** So long after its use a token that comes again is no theft: what the service takes unless it is set otherwise. */
const graceMs = 10_000

/** Why the one session of an account has ended. */
async function endOf(accountId: string): Promise<string | null> {
  const { kysely } = app.open.service.database
  const session = await kysely.selectFrom('sessions').select('endedBecause').where('accountId', '=', accountId).executeTakeFirstOrThrow()
  return session.endedBecause
}

/** A client of a new admin whose access token has ended, and whose next refresh is done and not answered. */
async function losing(how: 'cut' | 'silent', more: Partial<ClientOptions> = {}) {
  const proxy = await faultProxy(app.url)
  const [admin, browser] = [await addAdmin(app, tenantId), new Browser()]
  const client = clientOf(proxy.through(app.url), { fetch: browser.fetch, ...more })
  await signIn(client, admin)
  app.clock.turn(minutesMs(16))
  proxy.loseAnswerTo(refreshAt, how)
  return { admin, browser, client, [Symbol.asyncDispose]: proxy.close }
}

describe('a refresh that is not answered', () => {
  it('ends the session when its answer was lost, and nobody is taken for a thief: the token is good once', async () => {
    await using lost = await losing('cut')
    const { client, admin, browser } = lost
    await assert.rejects(client.call('getOwnProfile'), (error) => error instanceof SignedOut && error.reason === 'refresh_token_invalid')
    assert.deepEqual(browser.answersTo(refreshAt), [null, 401])
    assert.equal(await endOf(admin.id), null)
  })

  it('ends the session in time when its answer hangs: it is asked for again while that is no theft yet', async () => {
    await using lost = await losing('silent')
    const { client, admin, browser } = lost
    await assert.rejects(client.call('getOwnProfile'), (error) => error instanceof SignedOut && error.reason === 'refresh_token_invalid')
    assert.deepEqual(browser.answersTo(refreshAt), [null, 401])
    assert.equal(await endOf(admin.id), null)
  })

  it('is not asked for again where the answer comes too late for that: a machine that slept', async () => {
    // the timers of a machine that sleeps stand still, and its clock does not
    const { now } = Date
    const browser = new Browser()
    const sleepy: typeof fetch = (url, init) => {
      if (String(url).endsWith('/refresh')) mock.method(Date, 'now', () => now() + 2 * graceMs)
      return browser.fetch(url, init)
    }
    await using lost = await losing('silent', { timeoutMs: 300, fetch: sleepy })
    await assert.rejects(lost.client.call('getOwnProfile'), TimedOut).finally(() => mock.restoreAll())
    assert.deepEqual(browser.answersTo(refreshAt), [null])
  })
})
