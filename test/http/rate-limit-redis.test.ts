import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { readConfig } from '#config.ts'
import { createRateLimiter } from '#http/rate-limit/rate-limit.ts'
import { eventually, freePort } from '../rig/ports.ts'
import { isRedisInstalled, throwawayRedis } from '../rig/redis.ts'

const defaultBudgets = readConfig({}).rateLimits.groups

const skip = isRedisInstalled() ? false : 'no redis-server is installed'

function limiterAt(t: TestContext, redisUrl: string) {
  const said: string[] = []
  const say = (_fields: object, sentence: string) => void said.push(sentence)
  const log = { warn: say, info: say }
  const limiter = createRateLimiter({ enabled: true, groups: defaultBudgets, cooldownSeconds: 60, redisUrl, log, now: () => Date.now() })
  t.after(() => limiter.close())
  const allowedOf = async (requests: number, address: string) => {
    const decisions = await Promise.all(Array.from({ length: requests }, () => limiter.consume('auth', address)))
    return decisions.filter((decision) => decision.allowed).length
  }
  return { limiter, allowedOf, said }
}

describe('rate limiter with Redis', { skip }, () => {
  it('shares one budget between processes, exactly, under parallel requests', async (t) => {
    await using redis = await throwawayRedis()
    const [one, two] = [limiterAt(t, redis.url), limiterAt(t, redis.url)]
    await Promise.all([one.limiter.ready(), two.limiter.ready()])
    const allowed = await Promise.all([one.allowedOf(50, '192.0.2.1'), two.allowedOf(50, '::ffff:192.0.2.1')])
    assert.equal(allowed[0] + allowed[1], 10)
    assert.equal(one.limiter.state(), 'redis')
    assert.deepEqual(one.said, [])
  })

  it('answers a refusal and a cooldown as memory does', async (t) => {
    await using redis = await throwawayRedis()
    const { limiter } = limiterAt(t, redis.url)
    await limiter.ready()
    const first = await limiter.consume('otp-send', '192.0.2.1')
    const second = await limiter.consume('otp-send', '192.0.2.1')
    assert.deepEqual(first, { allowed: true, headers: { 'ratelimit-limit': '5', 'ratelimit-remaining': '4', 'ratelimit-reset': '3600' } })
    assert.deepEqual(second, {
      allowed: false,
      retryAfterSeconds: 60,
      headers: { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '60', 'retry-after': '60' },
    })
  })

  it('counts in memory at once when Redis is stopped, says so once, and comes back by itself', async (t) => {
    await using redis = await throwawayRedis()
    const { limiter, allowedOf, said } = limiterAt(t, redis.url)
    await limiter.ready()
    assert.equal(await allowedOf(20, '192.0.2.1'), 10)
    await redis.stop()
    assert.equal(await allowedOf(50, '192.0.2.2'), 10)
    assert.equal(limiter.state(), 'fallback')
    assert.equal(said.length, 1)
    await redis.start()
    await eventually('Redis again', () => limiter.state() === 'redis')
    assert.equal(await allowedOf(50, '192.0.2.3'), 10)
    assert.equal(said.length, 2)
  })

  it('does not wait for a Redis that hangs', async (t) => {
    await using redis = await throwawayRedis()
    const { limiter, allowedOf, said } = limiterAt(t, redis.url)
    await limiter.ready()
    redis.pause()
    assert.equal(await allowedOf(50, '192.0.2.1'), 10)
    assert.equal(limiter.state(), 'fallback')
    assert.ok(!(limiter.consume('auth', '192.0.2.1') instanceof Promise), 'the next request does not ask Redis')
    redis.resume()
    let client = 0
    await eventually('Redis again', async () => {
      await limiter.consume('global', `198.51.100.${client++ % 250}`)
      return limiter.state() === 'redis'
    })
    assert.equal(said.length, 2)
  })
})

describe('rate limiter with an address where no Redis is', () => {
  it('limits from the first request on', async (t) => {
    const { limiter, allowedOf, said } = limiterAt(t, `redis://127.0.0.1:${await freePort()}`)
    assert.equal(await allowedOf(25, '192.0.2.1'), 10)
    await limiter.ready()
    assert.equal(await allowedOf(25, '192.0.2.1'), 0)
    assert.equal(limiter.state(), 'fallback')
    assert.equal(said.length, 1)
  })
})
