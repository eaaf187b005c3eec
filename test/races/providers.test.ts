/** Sign-in through a provider by many at once, on two services: one token, one account, one link, one last way in. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus, type Reply, type TestApp } from '../harness.ts'
import { type Providers, rowsOf, somebody, startProviders, userByToken, userDoor } from '../providers/rig.ts'
import { everyRound, race, tally } from '../rig/race.ts'
import { addProvedUser, addWorkspace, type Workspace } from '../users/rig.ts'

const callers = 16
let rig: Providers
let workspace: Workspace
before(async () => {
  rig = await startProviders()
  workspace = await addWorkspace(rig.app)
})

const inTurn = (n: number) => rig.apps[n % 2] as TestApp
const at = (call: (app: TestApp, n: number) => Promise<Reply>) => race(Array.from({ length: callers }, (_, n) => () => call(inTurn(n), n)))
const statuses = (replies: readonly Reply[]) => tally(replies.map(({ status }) => status))
const tokens = (claims: Record<string, unknown>) => Promise.all(Array.from({ length: callers }, () => rig.google.sign(claims)))
const usersOf = async (email: string) =>
  rig.app.open.service.database.kysely.selectFrom('accounts').select('id').where('email', '=', email).where('kind', '=', 'user').execute()

describe('through a provider at once', () => {
  it('one token is accepted once, of somebody new and of somebody known', async () => {
    await everyRound(async () => {
      const person = somebody()
      for (let turn = 0; turn < 2; turn++) {
        const token = await rig.google.sign(person)
        const replies = await at((app) => userByToken(app, token, workspace.code))
        assert.deepEqual(statuses(replies), { 200: 1, 401: callers - 1 })
      }
      assert.equal((await usersOf(person.email)).length, 1)
    })
  })

  it('one person with many tokens is one account, and everybody is let in', async () => {
    await everyRound(async () => {
      const person = somebody()
      const each = await tokens(person)
      const replies = await at((app, n) => userByToken(app, each[n] as string, workspace.code))
      assert.deepEqual(statuses(replies), { 200: callers })
      assert.equal(replies.filter(({ json }) => json.isNewUser).length, 1)
      assert.equal(new Set(replies.map(({ json }) => json.user.id)).size, 1)
      assert.equal((await rowsOf(rig.app, person.sub)).length, 1)
    })
  })

  it('one address by two providers is one account', async () => {
    await everyRound(async () => {
      const person = somebody()
      const [google, apple] = [await rig.google.sign(person), await rig.apple.sign(person)]
      const replies = await race([
        () => userByToken(rig.apps[0], google, workspace.code),
        () => userByToken(rig.apps[1], apple, workspace.code, {}, 'apple'),
      ])
      assert.deepEqual(statuses(replies), { 200: 2 })
      assert.equal((await usersOf(person.email)).length, 1)
      assert.equal((await rowsOf(rig.app, person.sub)).length, 2)
    })
  })

  it('one person is linked to one account of those that want it', async () => {
    await everyRound(async () => {
      const users = await Promise.all([1, 2, 3, 4].map(() => addProvedUser(rig.app, workspace.code)))
      const sessions = await Promise.all(users.map((user) => user.signIn()))
      const person = somebody()
      const each = await tokens(person)
      const replies = await at((app, n) =>
        app.post(`${userDoor}/external-logins/link`, { provider: 'google', token: each[n] }, { token: sessions[n % 4]!.accessToken }),
      )
      assert.deepEqual(statuses(replies), { 201: 1, 409: callers - 1 })
      assert.equal((await rowsOf(rig.app, person.sub)).length, 1)
    })
  })

  it('of the last two ways in one stays', async () => {
    await everyRound(async () => {
      const { accessToken: token } = expectStatus(await userByToken(rig.app, await rig.google.sign(somebody()), workspace.code), 200).json
      const body = { provider: 'google', token: await rig.google.sign(somebody()) }
      expectStatus(await rig.app.post(`${userDoor}/external-logins/link`, body, { token }), 201)
      const links: { id: string }[] = expectStatus(await rig.app.get(`${userDoor}/external-logins`, { token }), 200).json
      const replies = await race(
        links.map(
          ({ id }, n) =>
            () =>
              inTurn(n).request('DELETE', `${userDoor}/external-logins/${id}`, { token }),
        ),
      )
      assert.deepEqual(statuses(replies), { 204: 1, 409: 1 })
    })
  })

  it('a sign-in either is there before its tenant is suspended, or is refused, and nobody is made after it', async () => {
    await everyRound(async () => {
      const own = await addWorkspace(rig.app)
      const superToken = await rig.app.superToken()
      const people = Array.from({ length: 8 }, () => somebody())
      const each = await Promise.all(people.map((person) => rig.google.sign(person)))
      const suspend = () => rig.apps[1].request('PUT', `/api/v1/Tenants/${own.id}`, { token: superToken, body: { status: 'Suspended' } })
      const replies = await race([suspend, ...each.map((token, n) => () => userByToken(inTurn(n), token, own.code))])
      for (const { status } of replies) assert.ok(status === 200 || status === 403, `${status}`)
      for (const [n, person] of people.entries())
        assert.equal((await rowsOf(rig.app, person.sub)).length, replies[n + 1]!.status === 200 ? 1 : 0)
      for (const reply of replies.slice(1))
        if (reply.status === 200) assert.equal((await rig.app.get('/api/v1/Users/me', { token: reply.json.accessToken })).status, 401)
    })
  })
})
