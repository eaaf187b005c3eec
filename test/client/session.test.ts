/** Sessions of one client: one refresh for all calls at once, what ends them, and what does not. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { minutesMs } from '#core/clock.ts'
import { type ClientOptions, SignedOut } from '../../client/src/client.ts'
import { addAdmin, setAccount } from '../auth/people.ts'
import { startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { addUser } from '../users/rig.ts'
import { Browser } from './browser.ts'
import { frontOf, refusal, unavailable } from './front.ts'
import { clientOf as clientAt, signIn, until } from './rig.ts'

let app: TestApp
let tenantId: string
let code: string
before(async () => {
  app = await startApp()
  ;({ id: tenantId, code } = (await tenantWithAdmin(app)).tenant)
})

const refreshAt = 'POST /api/v1/auth/admin/refresh'

const clientOf = (more: Partial<ClientOptions> = {}) => clientAt(app.url, more)

/** A client of a new admin, signed in, whose requests are recorded. */
async function signedIn(more: Partial<ClientOptions> = {}) {
  const [admin, browser] = [await addAdmin(app, tenantId), new Browser()]
  const client = clientOf({ fetch: browser.fetch, ...more })
  await signIn(client, admin)
  return { admin, browser, client }
}

const keep = (store: { kept: string | null }, token: string | null): void => {
  store.kept = token
}

/** Ends the access tokens that there are. */
const outlast = () => app.clock.turn(minutesMs(16))

describe('a session of one client', () => {
  it('is refreshed once for any number of calls, and each is made again', async () => {
    const { client, browser, admin } = await signedIn()
    outlast()
    const replies = await Promise.all(Array.from({ length: 30 }, () => client.call('getOwnProfile')))
    assert.ok(replies.every(({ email }) => email === admin.email))
    assert.deepEqual(browser.answersTo(refreshAt), [200])
    assert.deepEqual(client.session.status === 'signed-in' && client.session.user.id, admin.id)
  })

  it('knows by new tokens of a duty that was done, and so do the other tabs', async () => {
    const admin = await addAdmin(app, tenantId)
    await setAccount(app, admin.id, { mustChangePassword: true })
    const [client, other] = [clientOf({ share: 'a duty' }), clientOf({ share: 'a duty' })]
    await signIn(client, admin)
    const owes = (one: typeof client) => one.session.status === 'signed-in' && one.session.mustChangePassword
    await until('the other one to hear of it', () => other.session.status === 'signed-in')
    assert.deepEqual([owes(client), owes(other)], [true, true])
    await client.call('changeOwnPassword', {
      path: { id: admin.id },
      body: { currentPassword: admin.password, newPassword: 'Another-91-Password' },
    })
    assert.equal(owes(client), true)
    await client.renew()
    assert.equal(owes(client), false)
    await until('the other one to know', () => !owes(other))
  })

  it('goes on where it listens to no other tab any more: new tokens are kept, and it can be ended', async () => {
    const store = { kept: null as string | null, load: () => store.kept, save: (token: string | null) => keep(store, token) }
    const { client } = await signedIn({ refreshToken: store, share: 'closed early' })
    const before = store.kept
    client.close()
    outlast()
    await client.call('getOwnProfile')
    assert.ok(store.kept && store.kept !== before)
    await client.signOut()
    assert.equal(store.kept, null)
  })

  it('goes on in the next start of a program, by a store', async () => {
    const store = { kept: null as string | null, load: () => store.kept, save: (token: string | null) => keep(store, token) }
    const { admin } = await signedIn({ refreshToken: store })
    const next = clientOf({ refreshToken: store })
    assert.equal(next.session.status, 'unknown')
    const before = store.kept
    assert.equal((await next.call('getOwnProfile')).email, admin.email)
    assert.ok(store.kept && store.kept !== before)
    await next.signOut()
    assert.equal(store.kept, null)
    assert.deepEqual(await clientOf({ refreshToken: store }).restore(), { status: 'signed-out', reason: 'none' })
  })

  it('is shared by clients of one store and name: the store has one token for all', async () => {
    const store = {
      kept: null as string | null,
      load: async () => store.kept,
      save: async (token: string | null) => keep(store, token),
    }
    const { browser, client } = await signedIn({ refreshToken: store, share: 'one store' })
    const other = clientOf({ refreshToken: store, share: 'one store', fetch: browser.fetch })
    for (let round = 0; round < 5; round++) {
      outlast()
      await Promise.all([client, other].flatMap((each) => [each.call('getOwnProfile'), each.call('listSessions')]))
    }
    assert.ok(browser.answersTo(refreshAt).every((status) => status === 200))
  })

  it('asks once more where another program has used the token, and has not saved the next one yet', async () => {
    const store = { kept: null as string | null, load: () => store.kept, save: (token: string | null) => keep(store, token) }
    const saved = Promise.withResolvers<void>()
    const wait: { until: Promise<void> | null } = { until: null }
    const save = async (token: string | null) => {
      await wait.until
      keep(store, token)
    }
    const slow = { load: store.load, save }
    const { client, browser, admin } = await signedIn({ refreshToken: slow, share: 'one program' })
    const other = clientOf({ refreshToken: store, share: 'another program', fetch: browser.fetch })
    outlast()
    wait.until = saved.promise
    const call = client.call('getOwnProfile')
    await until('the one has used it', () => browser.answersTo(refreshAt).length === 1)
    const restored = other.restore()
    await until('the other is refused', () => browser.answersTo(refreshAt).length === 2)
    saved.resolve()
    assert.equal((await restored).status, 'signed-in')
    assert.equal((await call).email, admin.email)
    assert.deepEqual(browser.answersTo(refreshAt), [200, 401, 200])
    outlast()
    assert.equal((await client.call('getOwnProfile')).email, admin.email, 'with the token that the other has saved')
  })

  it('ends when it is revoked: no refresh, an error of its own, and everybody who listens knows', async () => {
    const { client, browser, admin } = await signedIn()
    const told: string[] = []
    const stop = client.onSession((state) => told.push(state.status === 'signed-out' ? state.reason : state.status))
    await setAccount(app, admin.id, { isBlocked: true })
    const calls = Array.from({ length: 3 }, () => client.call('getOwnProfile'))
    const ends = (await Promise.allSettled(calls)).map((result) => result.status === 'rejected' && result.reason)
    for (const error of ends) assert.ok(error instanceof SignedOut && error.reason === 'session_revoked', String(error))
    assert.deepEqual([client.session, told], [{ status: 'signed-out', reason: 'session_revoked' }, ['session_revoked']])
    const sent = browser.seen.length
    await assert.rejects(client.call('getOwnProfile'), SignedOut)
    assert.equal(browser.seen.length, sent, 'nothing is asked any more')
    assert.deepEqual(browser.answersTo(refreshAt), [])
    stop()
    await setAccount(app, admin.id, { isBlocked: false })
    await signIn(client, admin)
    assert.equal(client.session.status, 'signed-in')
    assert.equal(told.length, 1)
  })

  it('ends when its refresh is refused', async () => {
    const { client, admin } = await signedIn()
    await setAccount(app, admin.id, { isBlocked: true })
    outlast()
    await assert.rejects(client.call('getOwnProfile'), SignedOut)
    assert.equal(client.session.status, 'signed-out')
  })

  it('does not end where a refresh could not be made: too many, not now, no network', async () => {
    const admin = await addAdmin(app, tenantId)
    const front = await frontOf(app.url)
    const client = clientAt(front.url, { retries: 0 })
    await signIn(client, admin)
    outlast()
    for (const answer of [refusal(429, 'rate_limited', 200), unavailable(200), { status: 502, body: 'Bad Gateway' }]) {
      front.answer(refreshAt, answer)
      await assert.rejects(client.call('getOwnProfile'), (error: Error) => !(error instanceof SignedOut))
      assert.equal(client.session.status, 'signed-in')
    }
    assert.equal((await client.call('getOwnProfile')).email, admin.email)
  })

  it('is not ended by an answer to a token that was replaced meanwhile', async () => {
    const { client, admin, browser } = await signedIn()
    const old = browser.seen.length
    let isHeld = true
    const released = Promise.withResolvers<void>()
    const slow: typeof fetch = async (url, init) => {
      const answer = await browser.fetch(url, init)
      if (isHeld && String(url).endsWith('/Admins/me')) {
        isHeld = false
        await released.promise
      }
      return answer
    }
    const late = clientOf({ fetch: slow })
    await signIn(late, admin)
    const [{ tokenId } = { tokenId: '' }] = (await late.call('listSessions')).filter(({ isCurrent }) => isCurrent)
    await client.call('endSession', { path: { tokenId } })
    const call = late.call('getOwnProfile')
    await signIn(late, admin)
    released.resolve()
    assert.equal((await call).email, admin.email, 'made again with the token of the new session')
    assert.equal(late.session.status, 'signed-in')
    assert.ok(browser.seen.length > old)
  })

  it('sends nothing in the name of somebody else who signs in meanwhile', async () => {
    const { client, admin, browser } = await signedIn()
    const second = await addAdmin(app, tenantId)
    // under way with the token of the first, whose session has ended, when the second signs in
    const held = Promise.withResolvers<void>()
    let sent = 0
    const slow: typeof fetch = async (url, init) => {
      const answer = await browser.fetch(url, init)
      if (String(url).endsWith('/roles') && sent++ === 0) await held.promise
      return answer
    }
    const late = clientOf({ fetch: slow })
    await signIn(late, admin)
    const [{ tokenId } = { tokenId: '' }] = (await late.call('listSessions')).filter(({ isCurrent }) => isCurrent)
    await signIn(client, admin)
    await client.call('endSession', { path: { tokenId } })
    const call = late.call('createRole', { body: { name: `Of the first ${tokenId}` } })
    call.catch(() => undefined)
    await signIn(late, second)
    held.resolve()
    await assert.rejects(call, (error: unknown) => error instanceof SignedOut && error.reason === 'signed_out')
    assert.equal(sent, 1)
    assert.equal((await late.call('getOwnProfile')).id, second.id, 'whose session goes on')
    assert.equal(late.session.status, 'signed-in')
  })

  it('is one of an end user, too', async () => {
    const { username, password, email } = await addUser(app, code)
    const client = clientOf({ account: 'user' })
    await client.call('signInUser', { body: { username, password, tenantCode: code } })
    outlast()
    assert.equal((await client.call('getOwnUserProfile')).email, email)
    await client.signOut()
  })

  it('goes on without whoever gave up waiting for its refresh', async () => {
    const { client } = await signedIn()
    outlast()
    const gone = new AbortController()
    const [left, stayed] = [client.call('getOwnProfile', {}, { signal: gone.signal }), client.call('getOwnProfile')]
    gone.abort(new Error('gone'))
    await assert.rejects(left, /gone/)
    assert.ok((await stayed).email)
  })
})
