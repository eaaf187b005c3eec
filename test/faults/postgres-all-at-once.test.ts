/**
 * Two processes on PostgreSQL, Redis, a bucket, a relay, an SMS gateway and a receiver of webhooks, under a mix of traffic while each of them
 * goes away and comes back and both processes are restarted: nothing is answered but success and 503, and all that was acknowledged is there,
 * told of and sent.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, it } from 'node:test'
import type { ListedObject } from '#core/object-store.ts'
import { openStorage } from '#outside/storage/open-storage.ts'
import { sweepStorage } from '../../src/modules/files/storage.sweep.jobs.ts'
import { bytesAt } from '../files/rig.ts'
import { expectStatus, startApp } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { withClient } from '../rig/postgres.ts'
import { isRedisInstalled } from '../rig/redis.ts'
import { runCommand, type Service, startService } from '../rig/service.ts'
import { checkHistory, killEnv } from './kill-loop.ts'
import { Deeds, type Kind, type Mix, mixOf } from './mix.ts'
import { type Outside, type Part, startOutside } from './outside.ts'
import { allSent, checkMails, checkSeals, checkSignIns, checkTexts, checkWebhooks } from './owed.ts'
import { Traffic } from './traffic.ts'

/** How many calls of each kind are waited for. */
const few = 2
const generous = Object.fromEntries(
  ['GLOBAL', 'AUTH', 'OTP_SEND', 'OTP_VERIFY', 'PASSWORD_RESET', 'TOKEN_REFRESH'].map((name) => [`RATE_LIMIT_${name}`, '100000/60']),
)
const caps = { OTP_SENDS_PER_TENANT_DAY: '100000', SMS_PER_TENANT_DAY: '100000', OTP_SENDS_PER_ACCOUNT_HOUR: '1000' }
// short pauses between attempts at a webhook, and more than a minute until the last
const retries = { WEBHOOK_RETRY_SCHEDULE: `0,1,1,2,2,3,3,4,4${',5'.repeat(11)}`, WEBHOOK_ALLOW_PRIVATE: 'on' }
const day = 86_400_000

describe('everything that a service needs goes away and comes back', {
  skip: !isRedisInstalled() && 'no redis-server is installed',
}, () => {
  const deeds = new Deeds()
  const running: Service[] = []
  let outside: Outside
  let mix: Mix
  let traffic: Traffic<Kind>
  const start = () => {
    const env = { ...killEnv, ...generous, ...caps, ...retries, RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', ...outside.env }
    return startService({ databaseUrl: outside.databaseUrl, env })
  }
  before(async () => {
    outside = await startOutside()
    running.push(await start())
    mix = await mixOf(running[0]!.http, deeds, outside.hookUrl)
    running.push(await start())
    traffic = new Traffic(mix.calls, () => running.map(({ url }) => url)).start()
  })
  /** Until both processes say it of a part, by the words of their health. */
  const bothSay = (check: string, isOk: boolean) =>
    eventually(
      `both to say of ${check} that it is ${isOk ? '' : 'not '}there`,
      async () => {
        const replies = await Promise.all(running.map(({ http }) => http.get('/api/v1/health', { token: mix.token })))
        return replies.every(({ status, json }) => status === 200 && (json.checks[check].status === 'ok') === isOk)
      },
      300_000,
    )

  it('the mix goes on while all is there', () => traffic.more(few))

  for (const [part, check, needing] of [
    ['redis', 'limiter', []],
    ['store', 'storage', ['upload']],
    ['receiver', null, []],
    ['gateway', 'sms', []],
    ['relay', 'email', []],
  ] as const satisfies readonly (readonly [Part, string | null, readonly Kind[]])[])
    it(`the ${part} is away: only what can't be without it is refused, and all of it goes on when it is back`, async () => {
      await outside[part].leave()
      if (check !== null) await bothSay(check, false)
      const kinds = Object.keys(mix.calls) as Kind[]
      await Promise.all([
        traffic.more(
          few,
          'done',
          kinds.filter((kind) => !(needing as readonly Kind[]).includes(kind)),
        ),
        traffic.more(few, 'unavailable', needing),
      ])
      await outside[part].come()
      // mails and texts are tried again a minute later: see the end of this file
      if (part === 'redis' || part === 'store') await bothSay(check!, true)
      await traffic.more(few)
    })

  for (const mode of ['fast', 'immediate'] as const)
    it(`the database is stopped, ${mode}, and started`, async () => {
      await outside.postgres.stop(mode)
      await traffic.more(few, 'unavailable').finally(outside.postgres.start)
      await traffic.more(few)
    })

  it('the processes are restarted one after the other, the second while half of the rest is away', async () => {
    for (const away of [[], ['redis', 'store', 'receiver']] as const) {
      for (const part of away) await outside[part].leave()
      const old = running.shift()!
      assert.equal(await old.kill('SIGTERM'), 0, old.stderr.join('\n'))
      running.push(await start())
      for (const part of away) await outside[part].come()
      await traffic.more(few)
    }
  })

  it('what was acknowledged is there, and what is owed for it has left, once each', async () => {
    await traffic.stop()
    await withClient(outside.databaseUrl, async (db) => {
      await allSent(db)
      await checkWebhooks(db, deeds, outside)
      await checkMails(db, deeds, outside)
      await checkTexts(db, deeds, outside)
      await checkSeals(db)
      await checkSignIns(db, deeds, mix.other.id)
    })
    await checkHistory(running[0]!, deeds.history)
    const { lastName } = expectStatus(await running[0]!.http.get('/api/v1/Admins/me', { token: mix.home.token }), 200).json
    const turn = Number(lastName.replace('Turn ', ''))
    assert.ok(turn >= deeds.turns.done && turn <= deeds.turns.asked, `${lastName} is not among ${JSON.stringify(deeds.turns)}`)
    const { exit, stdout, stderr } = await runCommand(['audit', 'verify'], { databaseUrl: outside.databaseUrl })
    assert.equal(exit, 0, [...stdout, ...stderr].join('\n'))
  })

  it('the files are those that were acknowledged, byte by byte, and count as what they are', async () => {
    const [{ http, url }] = running as [Service]
    for (const [id, digest] of deeds.files) {
      const { status, body } = await bytesAt({ url } as never, `/api/v1/files/${id}`, mix.home.token)
      assert.deepEqual([status, createHash('sha256').update(body).digest('hex')], [200, digest], id)
    }
    for (const id of deeds.deleted) assert.equal((await http.get(`/api/v1/files/${id}`, { token: mix.home.token })).status, 404)
    await using app = await sweeper()
    await sweepStorage(app.open.service, new Date(Date.now() + 2 * day), new AbortController().signal)
    const objects: ListedObject[] = []
    for await (const page of openStorage(outside.files.url).list('files')) objects.push(...page)
    const { rows } = await withClient(outside.databaseUrl, (db) =>
      db.query<{ key: string; bytes: number }>('select key, bytes::int from files'),
    )
    const shown = (all: readonly { key: string; bytes: number }[]) => all.map(({ key, bytes }) => `${key} ${bytes}`).sort()
    assert.deepEqual(shown(objects), shown(rows))
    const total = rows.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const token of [mix.home.token, mix.token])
      assert.equal(expectStatus(await http.get('/api/v1/dashboard/summary', { token }), 200).json.storageBytes, total)
  })

  /** A service in this process on the same database and bucket, that does nothing by itself. */
  async function sweeper() {
    const app = await startApp({ env: { DATABASE_URL: outside.databaseUrl, STORAGE_URL: outside.files.url } })
    return Object.assign(app, { [Symbol.asyncDispose]: () => app.close() })
  }

  it('both end as they should after all of it', async () => {
    for (const service of running) {
      assert.equal(await service.kill('SIGTERM'), 0)
      assert.deepEqual(service.stderr, [])
    }
  })
})
