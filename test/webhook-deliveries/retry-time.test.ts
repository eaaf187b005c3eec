/** When a delivery that failed is tried again: its plan, and what its receiver asks for. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { minutesMs } from '#core/clock.ts'
import { retryAfterMs, retryAt } from '#modules/webhook-deliveries/retry-time.ts'

describe('the time of the next attempt', () => {
  const failedAt = new Date('2026-11-23T10:00:00Z')
  const plan = { schedule: [0, 60, 300], remaining: 2, jitterPercent: 10, retryAfter: null, failedAt }
  const waitMs = (more: Partial<Omit<typeof plan, 'retryAfter'>> & { retryAfter?: string }, random?: number) =>
    retryAt({ ...plan, ...more }, random).getTime() - failedAt.getTime()

  it('is never early, and at most the jitter late', () => {
    assert.deepEqual([waitMs({}, 0), waitMs({}, 1), waitMs({ remaining: 1 }, 0.5)], [60_000, 66_000, 315_000])
    for (let n = 0; n < 1000; n++) assert.ok(waitMs({}) >= 60_000 && waitMs({}) <= 66_000)
  })

  it('is what the receiver asks for, between the plan and twice it', () => {
    assert.deepEqual(
      [0, 61, 90, 120, 121, 999_999_999].map((seconds) => waitMs({ retryAfter: String(seconds), jitterPercent: 0 })),
      [60_000, 61_000, 90_000, 120_000, 120_000, 120_000],
    )
    assert.equal(waitMs({ retryAfter: 'Mon, 23 Nov 2026 10:01:30 GMT', jitterPercent: 0 }), 90_000)
  })

  it('holds in a schedule that was made shorter or longer since', () => {
    assert.deepEqual([waitMs({ remaining: 5 }, 0), waitMs({ schedule: [7] }, 0), waitMs({ remaining: 0 }, 0)], [60_000, 7000, 300_000])
  })

  it('is read from seconds and HTTP dates alone', () => {
    const at = (text: string | null) => retryAfterMs(text, failedAt)
    assert.deepEqual([at('120'), at('Mon, 23 Nov 2026 10:02:00 GMT'), at('Mon, 23 Nov 2026 09:00:00 GMT')], [minutesMs(2), minutesMs(2), 0])
    for (const text of [null, '', '-1', '1.5', 'soon', '2026-11-23', '1e3', '99999999999']) assert.equal(at(text), null, String(text))
  })
})
