import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { minutesMs } from '#core/clock.ts'
import { failUnknown, lockOfUnknown, type UnknownLogin } from '#identity/unknown-logins.ts'
import { startApp, type TestApp } from '../harness.ts'
import { addAdmin, addTenant, loginPath } from './people.ts'

const empty: UnknownLogin = { anywhere: { failures: 0, lockedUntil: null }, places: {} }

/** What the counter of an account that is there does (lockout.ts). */
function accountOf(policies: Record<string, { threshold: number; minutes: number }>) {
  let failures = 0
  let lockedUntil: number | null = null
  return (door: string, now: number): boolean => {
    if (lockedUntil !== null && lockedUntil > now) return false
    failures = lockedUntil === null ? failures + 1 : 1
    const { threshold, minutes } = policies[door]!
    lockedUntil = failures >= threshold ? now + minutesMs(minutes) : null
    return true
  }
}

const policies = { own: { threshold: 4, minutes: 7 }, none: { threshold: 5, minutes: 5 } }
const doors = fc.array(fc.record({ door: fc.constantFrom('own' as const, 'none' as const), minutes: fc.integer({ min: 0, max: 4 }) }), {
  maxLength: 60,
})

describe('a name that nobody has', () => {
  it('locks and unlocks as an account of one tenant does, whichever of its doors is tried', () => {
    fc.assert(
      fc.property(doors, (tries) => {
        const account = accountOf(policies)
        let login = empty
        let ms = 0
        for (const { door, minutes } of tries) {
          ms += minutesMs(minutes)
          const now = new Date(ms)
          const place = door === 'own' ? 'tenant' : null
          const isFree = lockOfUnknown(login, place, now) === null
          assert.equal(isFree, account(door, ms))
          if (isFree) login = failUnknown(login, place, policies[door], now)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is locked in one tenant without being so in another', () => {
    let login = empty
    const now = new Date(0)
    for (let n = 0; n < 4; n++) login = failUnknown(login, 'one', policies.own, now)
    assert.ok(lockOfUnknown(login, 'one', now))
    assert.ok(lockOfUnknown(login, null, now))
    assert.equal(lockOfUnknown(login, 'other', now), null)
    for (let n = 0; n < 100; n++) login = failUnknown(login, `place ${n}`, policies.own, now)
    assert.ok(Object.keys(login.places).length <= 33)
  })
})

describe('both kinds of doors', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })

  it('answer a known and an unknown name alike', async () => {
    const tenantId = await addTenant(app)
    const { email } = await addAdmin(app, tenantId)
    const password = 'not the password'
    const curve = async (identifier: string) => {
      const statuses: number[] = []
      for (const where of [{ tenantId }, {}, { tenantId }, {}, { tenantId }, {}, { tenantId }]) {
        statuses.push((await app.post(loginPath, { identifier, password, ...where })).status)
      }
      return statuses
    }
    assert.deepEqual(await curve(email), [401, 401, 401, 401, 401, 423, 423])
    assert.deepEqual(await curve('nobody@example.test'), await curve('nobody-else@example.test'))
    assert.deepEqual(await curve('nobody-at-all@example.test'), [401, 401, 401, 401, 401, 423, 423])
  })

  it('lose no failure of an unknown name, however many come at once', async () => {
    const tenantId = await addTenant(app)
    const post = () => app.post(loginPath, { identifier: 'parallel@example.test', password: 'not the password', tenantId })
    const replies = await Promise.all(Array.from({ length: 30 }, post))
    assert.equal(replies.filter(({ status }) => status === 401).length, 5)
    assert.ok(replies.every(({ status }) => status === 401 || status === 423))
  })
})
