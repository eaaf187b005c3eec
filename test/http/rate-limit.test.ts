import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '#config.ts'
import { rateCounters } from '#core/rate-limits.ts'
import { createRateLimiter, type RateDecision, type RateLimiterOptions } from '#http/rate-limit/rate-limit.ts'
import { MemoryWindows } from '#http/rate-limit/rate-windows.ts'

const defaultBudgets = readConfig({}).rateLimits.groups

const log = { warn: () => assert.fail('nothing to warn of'), info: () => assert.fail('nothing to tell') }

/** A limiter in memory whose time is turned by hand. */
function rig(changes: Partial<RateLimiterOptions> = {}) {
  const time = { ms: 1_000_000 }
  const options = { enabled: true, groups: defaultBudgets, cooldownSeconds: 60, redisUrl: null, log, now: () => time.ms, ...changes }
  const limiter = createRateLimiter(options)
  const consume = (counter: Parameters<typeof limiter.consume>[0], address = '192.0.2.1'): RateDecision => {
    const decision = limiter.consume(counter, address)
    assert.ok(!(decision instanceof Promise))
    return decision
  }
  return { limiter, consume, time }
}

const retryAfter = (decision: RateDecision) => (decision.allowed ? 0 : decision.retryAfterSeconds)

describe('rate limiter in memory', () => {
  for (const counter of rateCounters)
    it(`lets the budget of ${counter} through and refuses the next request`, () => {
      const { consume } = rig({ cooldownSeconds: 0 })
      const { limit, windowSeconds } = defaultBudgets[counter]
      const decisions = Array.from({ length: limit + 1 }, () => consume(counter))
      assert.ok(decisions.slice(0, limit).every((decision) => decision.allowed))
      assert.deepEqual(decisions[limit], {
        allowed: false,
        retryAfterSeconds: windowSeconds,
        headers: {
          'ratelimit-limit': `${limit}`,
          'ratelimit-remaining': '0',
          'ratelimit-reset': `${windowSeconds}`,
          'retry-after': `${windowSeconds}`,
        },
      })
    })

  it('tells what is left of the budget and of the window', () => {
    const { consume, time } = rig()
    consume('auth')
    time.ms += 1500
    assert.deepEqual(consume('auth'), {
      allowed: true,
      headers: { 'ratelimit-limit': '10', 'ratelimit-remaining': '8', 'ratelimit-reset': '299' },
    })
  })

  it('has a fixed window from the first request, which refused requests do not lengthen', () => {
    const { consume, time } = rig()
    for (let count = 0; count < 10; count++) consume('auth')
    time.ms += 299_999
    assert.equal(retryAfter(consume('auth')), 1)
    time.ms += 1
    for (let count = 0; count < 10; count++) assert.ok(consume('auth').allowed)
    assert.equal(retryAfter(consume('auth')), 300)
  })

  it('counts each counter and each client apart', () => {
    const { consume } = rig()
    for (let count = 0; count < 11; count++) consume('auth')
    assert.ok(!consume('auth').allowed)
    assert.ok(consume('auth', '192.0.2.2').allowed)
    assert.ok(consume('otp-verify').allowed)
  })

  it('counts the addresses of an IPv6 /64 as one client', () => {
    const { consume } = rig()
    const allowed = Array.from({ length: 200 }, (_, host) => consume('auth', `2001:db8::${host.toString(16)}`)).filter(
      (decision) => decision.allowed,
    )
    assert.equal(allowed.length, 10)
  })

  it('refuses a second send within the cooldown without using up the hour', () => {
    const { consume, time } = rig()
    for (let send = 0; send < 5; send++) {
      assert.ok(consume('password-reset').allowed)
      assert.equal(retryAfter(consume('password-reset')), 60)
      assert.ok(consume('otp-send').allowed)
      time.ms += 60_000
    }
    assert.equal(retryAfter(consume('password-reset')), 3300)
  })

  it('minds a clock that is set back', () => {
    const { consume, time } = rig()
    for (let count = 0; count < 11; count++) consume('auth')
    time.ms -= 900_000
    assert.ok(consume('auth').allowed)
  })

  it('lets everything through when it is switched off, cooldowns too', () => {
    const { consume } = rig({ enabled: false })
    for (let count = 0; count < 200; count++) assert.deepEqual(consume('otp-send'), { allowed: true, headers: {} })
  })

  it('counts in memory and says so', async () => {
    const { limiter } = rig()
    await limiter.ready()
    assert.equal(limiter.state(), 'memory')
    limiter.close()
  })
})

describe('MemoryWindows', () => {
  it('forgets windows that have ended', () => {
    const windows = new MemoryWindows({ limit: 1, windowSeconds: 60 })
    for (let round = 0; round < 10; round++)
      for (let client = 0; client < 1000; client++) windows.count(`${round} ${client}`, round * 60_000)
    assert.equal(windows.size, 2000)
  })

  it('remembers every window until it ends', () => {
    const windows = new MemoryWindows({ limit: 1, windowSeconds: 60 })
    for (let second = 0; second < 300; second++) assert.equal(windows.count('steady', second * 1000).count, (second % 60) + 1)
    for (let second = 300; second < 600; second++) {
      windows.count(`new ${second}`, second * 1000)
      if (second >= 359) assert.equal(windows.count(`new ${second - 59}`, second * 1000).count, 2)
    }
  })

  it('never holds more windows than its capacity, and forgets the oldest first', () => {
    const windows = new MemoryWindows({ limit: 1, windowSeconds: 60 }, 100)
    for (let client = 0; client < 1000; client++) {
      windows.count(String(client), client)
      assert.ok(windows.size <= 100)
    }
    assert.equal(windows.count('999', 1000).count, 2)
    assert.equal(windows.count('951', 1000).count, 2)
    assert.equal(windows.count('0', 1000).count, 1)
  })
})
