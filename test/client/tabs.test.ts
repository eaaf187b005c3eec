/** Tabs of one browser: one chain of tokens for all of them, in the cookie, and no tab that knows less than another. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { minutesMs } from '#core/clock.ts'
import { type Client, SignedOut } from '../../client/src/client.ts'
import { addAdmin } from '../auth/people.ts'
import { expectStatus, startApp, superAdmin, type TestApp, tenantWithAdmin } from '../harness.ts'
import { Browser } from './browser.ts'
import { clientOf, signIn, until } from './rig.ts'

let app: TestApp
let tenantId: string
before(async () => {
  app = await startApp()
  tenantId = (await tenantWithAdmin(app)).tenant.id
})

const refreshAt = 'POST /api/v1/auth/admin/refresh'
const rounds = Number(process.env.TEST_ROUNDS ?? 50)
const outlast = () => app.clock.turn(minutesMs(16))

let browsers = 0
/** A browser of its own; `tab` opens one more. */
function opened() {
  const browser = new Browser()
  const share = `browser ${browsers++}`
  return { browser, tab: (): Client => clientOf(app.url, { refreshToken: 'cookie', share, fetch: browser.fetch }) }
}

describe('tabs of one browser', () => {
  it('refresh by turns: one chain of tokens, and no refresh that is refused', async () => {
    const { browser, tab } = opened()
    const tabs = [tab(), tab(), tab()]
    const admin = await addAdmin(app, tenantId)
    await signIn(tabs[0] as Client, admin)
    assert.deepEqual(browser.cookies, ['tenantry_refresh'])
    for (let round = 0; round < rounds; round++) {
      outlast()
      const replies = await Promise.all(tabs.flatMap((one) => [one.call('getOwnProfile'), one.call('listSessions')]))
      assert.equal(replies.length, 6)
    }
    const answers = browser.answersTo(refreshAt)
    assert.ok(
      answers.every((status) => status === 200),
      answers.join(),
    )
    // as a rule one a round: whoever waited was told by who refreshed. A busy machine may be late to tell
    assert.ok(answers.length >= rounds && answers.length <= 2 * rounds, `${answers.length} in ${rounds} rounds`)
    const kept = await app.open.service.database.kysely
      .selectFrom('refreshTokens as t')
      .innerJoin('sessions as s', 's.id', 't.sessionId')
      .select(['t.usedAt', 's.endedBecause'])
      .where('s.accountId', '=', admin.id)
      .execute()
    assert.equal(kept.filter(({ usedAt }) => usedAt === null).length, 1, 'one token is good')
    assert.ok(
      kept.every(({ endedBecause }) => endedBecause === null),
      'and nobody was taken for a thief',
    )
  })

  it('hand their token to one that is opened, and to all that are reloaded at once', async () => {
    const { browser, tab } = opened()
    await signIn(tab(), await addAdmin(app, tenantId))
    const reloaded = Array.from({ length: 10 }, tab)
    const states = await Promise.all(reloaded.map((one) => one.restore()))
    assert.ok(states.every(({ status }) => status === 'signed-in'))
    assert.deepEqual(browser.answersTo(refreshAt), [])
  })

  it('start from the cookie where none of them has a token', async () => {
    const { browser, tab } = opened()
    const first = tab()
    const admin = await addAdmin(app, tenantId)
    await signIn(first, admin)
    first.close()
    const states = await Promise.all([tab(), tab()].map((one) => one.restore()))
    assert.ok(states.every((state) => state.status === 'signed-in' && state.user.id === admin.id))
    assert.deepEqual(new Set(browser.answersTo(refreshAt)), new Set([200]))
    const empty = opened()
    assert.deepEqual(await empty.tab().restore(), { status: 'signed-out', reason: 'none' })
    assert.deepEqual(empty.browser.answersTo(refreshAt), [400])
  })

  it('follow each other: who signs in, who else signs in, who signs out', async () => {
    const { browser, tab } = opened()
    const [one, other] = [tab(), tab()]
    const [first, second] = [await addAdmin(app, tenantId), await addAdmin(app, tenantId)]
    await signIn(one, first)
    await until('the other knows', () => other.session.status === 'signed-in')
    assert.equal((await other.call('getOwnProfile')).id, first.id)
    await signIn(other, second)
    await until('the one knows', () => one.session.status === 'signed-in' && one.session.user.id === second.id)
    assert.equal((await one.call('getOwnProfile')).id, second.id)
    await one.signOut()
    await until('the other is out', () => other.session.status === 'signed-out')
    await assert.rejects(other.call('getOwnProfile'), SignedOut)
    assert.deepEqual(browser.cookies, [])
    assert.deepEqual(await tab().restore(), { status: 'signed-out', reason: 'none' })
  })

  it('sign in as somebody else while another one signs out: who came last stays, with the cookie', async () => {
    const { browser, tab } = opened()
    const [one, other] = [tab(), tab()]
    const [first, second] = [await addAdmin(app, tenantId), await addAdmin(app, tenantId)]
    await signIn(one, first)
    await until('the other knows', () => other.session.status === 'signed-in')
    // the answer that takes the cookie away is late
    const late = Promise.withResolvers<void>()
    browser.late = late.promise
    const out = one.signOut()
    await until('the service has ended the session', () => browser.seen.some(({ at }) => at.startsWith('DELETE ')))
    const signedIn = signIn(other, second)
    late.resolve()
    await Promise.all([out, signedIn])
    await until('both know', () => [one, other].every(({ session }) => session.status === 'signed-in' && session.user.id === second.id))
    assert.deepEqual(browser.cookies, ['tenantry_refresh'])
    outlast()
    assert.equal((await one.call('getOwnProfile')).id, second.id)
  })

  it('keep their session while one acts as somebody else, and after that', async () => {
    const { browser, tab } = opened()
    const [one, other] = [tab(), tab()]
    await signIn(one, { ...superAdmin, id: '', tenantId: null })
    const target = await addAdmin(app, tenantId)
    const { client, stop } = await one.actAs(target.id, 'as they asked')
    assert.equal((await client.call('getOwnProfile')).id, target.id)
    outlast()
    assert.equal((await client.call('getOwnProfile')).id, target.id, 'its own tokens are refreshed')
    for (const own of [one, other]) assert.equal((await own.call('getOwnProfile')).email, superAdmin.email)
    assert.equal(await stop(), true)
    await assert.rejects(client.call('getOwnProfile'), SignedOut)
    outlast()
    for (const own of [one, other]) assert.equal((await own.call('getOwnProfile')).email, superAdmin.email)
    assert.ok(browser.answersTo(refreshAt).every((status) => status === 200))
  })

  it('stay whose they are where somebody else has signed in while one acts: the end of that brings nobody back', async () => {
    const { browser, tab } = opened()
    const [one, other] = [tab(), tab()]
    const token = (await app.signIn(superAdmin.email, superAdmin.password)).accessToken
    const held = async () => expectStatus(await app.get('/api/v1/auth/admin/sessions', { token }), 200).json.length
    const before = await held()
    await signIn(one, { ...superAdmin, id: '', tenantId: null })
    const [target, second] = [await addAdmin(app, tenantId), await addAdmin(app, tenantId)]
    const { client, stop } = await one.actAs(target.id)
    await signIn(other, second)
    await until('the one knows', () => one.session.status === 'signed-in' && one.session.user.id === second.id)
    assert.equal(await stop(), false)
    await assert.rejects(client.call('getOwnProfile'), SignedOut)
    for (const own of [one, other]) assert.equal((await own.call('getOwnProfile')).id, second.id)
    assert.equal(await held(), before, 'the session that nobody holds has ended')
    outlast()
    // by the cookie, too
    for (const own of [one, other, tab()]) assert.equal((await own.call('getOwnProfile')).id, second.id)
    assert.ok(browser.answersTo(refreshAt).every((status) => status === 200))
    // nor does it where nobody is signed in any more
    await signIn(one, { ...superAdmin, id: '', tenantId: null })
    await until('the other knows', () => other.session.status === 'signed-in' && other.session.user.id !== second.id)
    const again = await one.actAs(target.id)
    await signIn(other, second)
    await other.signOut()
    await until('the one is out', () => one.session.status === 'signed-out')
    assert.equal(await again.stop(), false)
    for (const own of [one, other]) assert.equal(own.session.status, 'signed-out')
    assert.deepEqual(browser.cookies, [])
  })

  it('have a session beside one in the memory of a page alone, and neither is in the way of the other', async () => {
    const { browser, tab } = opened()
    const [one, apart] = [tab(), clientOf(app.url, { refreshToken: 'memory', fetch: browser.fetch })]
    const [first, second] = [await addAdmin(app, tenantId), await addAdmin(app, tenantId)]
    await signIn(one, first)
    await signIn(apart, second)
    outlast()
    assert.equal((await apart.call('getOwnProfile')).id, second.id)
    assert.equal((await one.call('getOwnProfile')).id, first.id)
    await apart.signOut()
    assert.equal((await one.call('getOwnProfile')).id, first.id)
  })

  it('are not signed out by a page that was closed before it had its answer', async () => {
    const { browser, tab } = opened()
    const closed = tab()
    await signIn(closed, await addAdmin(app, tenantId))
    closed.close()
    // the page is gone and its lock with it; the browser goes on with what it asked, and gets the cookie, but late
    const late = Promise.withResolvers<void>()
    browser.late = late.promise
    const answered = browser.fetch(`${app.url}/api/v1/auth/admin/refresh`, lastWords)
    await until('the service has answered it', () => browser.answersTo(refreshAt).length === 1)
    const restored = tab().restore()
    await until('the old cookie is refused', () => browser.answersTo(refreshAt).length === 2)
    late.resolve()
    assert.equal((await restored).status, 'signed-in')
    assert.equal((await answered).status, 200)
    assert.deepEqual(browser.answersTo(refreshAt), [200, 401, 200])
  })
})

const lastWords = {
  method: 'POST',
  credentials: 'include',
  headers: { 'content-type': 'application/json', 'x-refresh-cookie': 'true' },
  body: '{}',
} as const
