/** The end of a session by whoever is signed in: it is always possible, whatever they owe. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type ClientOptions, SignedOut } from '../../client/src/client.ts'
import { addAdmin, setAccount, setSettings } from '../auth/people.ts'
import { startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { addUser } from '../users/rig.ts'
import { Browser } from './browser.ts'
import { clientOf as clientAt, signIn, until } from './rig.ts'

let app: TestApp
let tenantId: string
let code: string
before(async () => {
  app = await startApp()
  ;({ id: tenantId, code } = (await tenantWithAdmin(app)).tenant)
})

const clientOf = (more: Partial<ClientOptions> = {}) => clientAt(app.url, more)

describe('signing out', () => {
  it('ends this session, or all of the account', async () => {
    const [client, admin] = [clientOf(), await addAdmin(app, tenantId)]
    await signIn(client, admin)
    const other = clientOf()
    await signIn(other, admin)
    await client.signOut()
    assert.deepEqual(client.session, { status: 'signed-out', reason: 'signed_out' })
    assert.equal((await other.call('listSessions')).length, 1)
    await signIn(client, admin)
    await client.signOut({ everywhere: true })
    await assert.rejects(other.call('getOwnProfile'), SignedOut)
    await client.signOut()
  })

  it('is told as that, though the live stream is first to tell that the session has ended', async () => {
    const admin = await addAdmin(app, tenantId)
    const slow: typeof fetch = async (...given) => {
      const answer = await fetch(...given)
      if (given[1]?.method === 'DELETE') await until('the stream told', () => client.session.status === 'signed-out')
      return answer
    }
    const client = clientOf({ fetch: slow })
    await signIn(client, admin)
    const reasons: string[] = []
    client.onSession((session) => session.status === 'signed-out' && reasons.push(session.reason))
    let isOpen = false
    const read = async () => {
      for await (const { event } of client.live()) isOpen ||= event === 'ready'
    }
    const reading = assert.rejects(read(), SignedOut)
    await until('the stream is open', () => isOpen)
    await client.signOut()
    await reading
    assert.deepEqual([...new Set(reasons)], ['signed_out'])
  })

  it('is told as that in other tabs, too, one of which reads the live stream', async () => {
    const admin = await addAdmin(app, tenantId)
    const share = 'tabs of which one is left'
    const reader = clientOf({ share })
    const leaver = clientOf({
      share,
      async fetch(...given) {
        const answer = await fetch(...given)
        if (given[1]?.method === 'DELETE') await until('the stream told', () => reader.session.status === 'signed-out')
        return answer
      },
    })
    await signIn(leaver, admin)
    await until('the other knows', () => reader.session.status === 'signed-in')
    let isOpen = false
    const read = async () => {
      for await (const { event } of reader.live()) isOpen ||= event === 'ready'
    }
    const reading = assert.rejects(read(), SignedOut)
    await until('the stream is open', () => isOpen)
    const reasons: string[] = []
    for (const client of [reader, leaver]) client.onSession((session) => session.status === 'signed-out' && reasons.push(session.reason))
    await leaver.signOut()
    await reading
    assert.deepEqual([...new Set(reasons)], ['signed_out'])
    // what was said of one session is not said of the next
    await signIn(leaver, admin)
    await until('the other is in again', () => reader.session.status === 'signed-in')
    const elsewhere = clientOf()
    await signIn(elsewhere, admin)
    await elsewhere.signOut({ everywhere: true })
    await assert.rejects(reader.call('getOwnProfile'), SignedOut)
    assert.deepEqual(reader.session, { status: 'signed-out', reason: 'session_revoked' })
  })

  for (const everywhere of [false, true])
    it(`is open to whoever owes something, ${everywhere ? 'everywhere' : 'here'}: nothing can be refreshed then`, async () => {
      const strict = (await tenantWithAdmin(app)).tenant
      const [late, bare] = [await addAdmin(app, tenantId), await addAdmin(app, strict.id)]
      await setSettings(app, strict.id, { require2fa: true })
      for (const admin of [late, bare]) {
        if (admin === late) await setAccount(app, admin.id, { mustChangePassword: true })
        const browser = new Browser()
        const client = clientOf({ fetch: browser.fetch, refreshToken: 'cookie' })
        await signIn(client, admin)
        const { session } = client
        assert.ok(session.status === 'signed-in' && session[admin === late ? 'mustChangePassword' : 'mustSetUpTwoFactor'])
        await client.signOut({ everywhere })
        assert.deepEqual(client.session, { status: 'signed-out', reason: 'signed_out' })
        assert.deepEqual(await clientOf({ fetch: browser.fetch, refreshToken: 'cookie' }).restore(), {
          status: 'signed-out',
          reason: 'none',
        })
      }
      const user = await addUser(app, code)
      await setAccount(app, user.id, { mustChangePassword: true })
      const client = clientOf({ account: 'user' })
      await client.call('signInUser', { body: { username: user.username, password: user.password, tenantCode: code } })
      await client.signOut({ everywhere })
      assert.equal(client.session.status, 'signed-out')
    })
})
