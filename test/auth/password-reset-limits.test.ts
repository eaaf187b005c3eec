import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../harness.ts'
import { lastReset, mailsTo } from './mail.ts'
import { addAdmin, addTenant, type TestAdmin } from './people.ts'

const base = '/api/v1/auth/admin'
const where = ({ email, tenantId }: TestAdmin) => ({ email, ...(tenantId && { tenantId }) })
const bare = ({ status, json }: { status: number; json: Record<string, unknown> }): Record<string, unknown> => ({ ...json, status })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

describe('limits of a reset', () => {
  let limited: TestApp
  let place: string
  before(async () => {
    limited = await startApp({
      env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', OTP_SENDS_PER_TENANT_DAY: '8', OTP_WRONG_CODES_PER_DAY: '12' },
    })
    place = await addTenant(limited)
  })
  let client = 0
  /** From another address each time: what is tested is not the limit of one client. */
  const from = () => ({ headers: { 'x-forwarded-for': `10.0.${client >> 8}.${client++ & 255}` } })
  const askFresh = (body: object) => limited.post(`${base}/request-password-reset`, body, from())
  const proveFresh = (body: object) => limited.post(`${base}/verify-reset-otp`, body, from())

  it('refuse a second send inside the cooldown, known or unknown, and stay silent past the hour', async () => {
    const admin = await addAdmin(limited, place)
    const curves: unknown[] = []
    for (const email of [admin.email, `nobody-${randomUUID()}@example.test`]) {
      const answers = [bare(await askFresh({ email, tenantId: place })), bare(await askFresh({ email, tenantId: place }))]
      limited.clock.turn(30_000)
      const second = await askFresh({ email, tenantId: place })
      assert.equal(second.status, 429)
      assert.equal(second.json.code, 'rate_limited')
      assert.ok(second.json.retryAfterSeconds >= 29 && second.json.retryAfterSeconds <= 30)
      assert.equal(second.headers['retry-after'], String(second.json.retryAfterSeconds))
      for (let send = 2; send <= 7; send++) {
        limited.clock.turn(61_000)
        answers.push(bare(await askFresh({ email, tenantId: place })))
      }
      const curve = answers.map(({ status, code, retryAfterSeconds }) => [status, code, Math.ceil(Number(retryAfterSeconds) / 2)])
      curves.push(curve)
    }
    assert.deepEqual(curves[1], curves[0])
    assert.equal((await mailsTo(limited, admin.id)).length, 5)
  })

  it('send no more than the day of a tenant allows', async () => {
    // five were sent above
    const counts: number[] = []
    for (let send = 1; send <= 4; send++) {
      const admin = await addAdmin(limited, place)
      assert.equal((await askFresh(where(admin))).status, 202)
      counts.push((await mailsTo(limited, admin.id)).length)
    }
    assert.deepEqual(counts, [1, 1, 1, 0])
  })

  it('look at no guess any more after as many wrong ones in a day as are allowed; links still work', async () => {
    const elsewhere = await addTenant(limited)
    const admin = await addAdmin(limited, elsewhere)
    const newCode = async () => {
      limited.clock.turn(61_000)
      assert.equal((await askFresh(where(admin))).status, 202)
      return (await lastReset(limited, admin.id)).code as string
    }
    for (let send = 1; send <= 4; send++) {
      const code = await newCode()
      for (let guess = 1; guess <= 3; guess++) await proveFresh({ ...where(admin), code: wrong(code) })
    }
    limited.clock.turn(3600_000)
    const code = await newCode()
    const right = await proveFresh({ ...where(admin), code })
    assert.equal(right.status, 400)
    assert.deepEqual([right.json.code, right.json.attemptsRemaining], ['otp_invalid', 2])
    limited.clock.turn(61_000)
    await askFresh({ ...where(admin), method: 'magic-link' })
    const { token } = await lastReset(limited, admin.id)
    assert.equal((await proveFresh({ token })).status, 200)
    limited.clock.turn(24 * 3600_000)
    assert.equal((await proveFresh({ ...where(admin), code: await newCode() })).status, 200)
  })
})
