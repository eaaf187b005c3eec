/** Whether an end user has an address: what the doors at `/account` do for one that somebody has, they do for one that nobody has. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type Tracing, traceWith } from '#core/tracing.ts'
import { setAccount } from '../auth/people.ts'
import { startApp, type TestApp } from '../harness.ts'
import { addProvedUser, addUser, addWorkspace, type Workspace } from '../users/rig.ts'
import { bareReply } from './bare-replies.ts'

const door = '/api/v1/auth/user'
const present = new AsyncLocalStorage<string[]>()
let done: string[] = []
/** Keeps the statements of the request that came last, and of nothing that goes on beside it. */
const statements: Tracing = {
  beginRequest: () => {
    const own: string[] = []
    done = own
    return { set() {}, within: (work) => present.run(own, work), end() {} }
  },
  begin: () => ({ set() {}, within: (work) => work(), end() {} }),
  isWithin: () => present.getStore() !== undefined,
  record: ({ name }) => void present.getStore()?.push(name),
  stop: async () => {},
}

let app: TestApp
let place: Workspace
let closed: Workspace
before(async () => {
  traceWith(statements)
  app = await startApp()
  ;[place, closed] = [await addWorkspace(app), await addWorkspace(app)]
  const path = `/api/v1/Tenants/${closed.id}/settings`
  await app.request('PUT', path, { body: { registrationEnabled: false }, token: await app.superToken() })
})
// files that come after this one in the process have none
after(() => traceWith(null as never))

const nobody = () => `nobody-${randomUUID().slice(0, 8)}@example.test`
const kinds: Record<string, () => Promise<string>> = {
  'an account': async () => (await addUser(app, place.code)).email,
  'an account whose address is proved': async () => (await addProvedUser(app, place.code)).email,
  'a blocked account': async () => {
    const { id, email } = await addUser(app, place.code)
    await setAccount(app, id, { isBlocked: true })
    return email
  },
}

interface Done {
  readonly reply: ReturnType<typeof bareReply>
  /** bcrypt in rounds. */
  readonly work: number
  readonly statements: readonly string[]
}

async function ask(path: string, body: object): Promise<Done> {
  const { passwords } = app.open.service
  const { work } = passwords
  const reply = bareReply(await app.post(`${door}/${path}`, body))
  return { reply, work: passwords.work - work, statements: done }
}

describe('an address that an end user has and one that nobody has', () => {
  for (const [path, more] of Object.entries({
    'request-password-reset': {},
    'send-email-verification': {},
    'reset-password': { code: '000000', newPassword: 'zuvaqor-71-Kestrel' },
    'verify-email': { code: '000000' },
  }))
    it(`${path}: the same answer after the same statements and hashes`, async () => {
      for (const where of [{ tenantCode: place.code }, { tenantCode: 'no-such-place' }]) {
        const wanted = await ask(path, { email: nobody(), ...where, ...more })
        assert.ok(wanted.statements.length > 0, 'the work is seen')
        for (const [name, make] of Object.entries(kinds))
          assert.deepEqual(await ask(path, { email: await make(), ...where, ...more }), wanted, `${name}, ${JSON.stringify(where)}`)
      }
    })

  it('login: the same answers after the same hashes, failure by failure', async () => {
    for (const where of [{ tenantCode: place.code }, {}]) {
      const guess = async (username: string) => {
        const all = []
        for (let n = 0; n < 7; n++) {
          const { reply, work } = await ask('login', { username, password: 'not the password', ...where })
          all.push({ reply, work })
        }
        return all
      }
      const wanted = await guess(nobody())
      assert.deepEqual(new Set(wanted.slice(0, 5).map(({ work }) => work)), new Set([2 ** 4]))
      for (const [name, make] of Object.entries(kinds)) assert.deepEqual(await guess(await make()), wanted, name)
    }
  })

  it('register: one hash before it is looked whether a name is taken, and nothing where nobody may register', async () => {
    const register = async (email: string, { code: tenantCode }: Workspace) => {
      const body = { username: `u-${randomUUID().slice(0, 8)}`, email, password: 'zuvaqor-71-Kestrel', tenantCode }
      const { reply, ...rest } = await ask('register', body)
      return { status: reply.status, ...rest }
    }
    const [known, unknown] = [await register(await kinds['an account']!(), place), await register(nobody(), place)]
    // that it is taken is told to whoever would have it
    assert.deepEqual([known.status, unknown.status], [409, 201])
    assert.deepEqual([known.work, unknown.work], [2 ** 4, 2 ** 4])
    const there = (await addUser(app, place.code)).email
    assert.deepEqual(await register(there, closed), await register(nobody(), closed))
    assert.equal((await register(there, closed)).work, 0)
  })
})
