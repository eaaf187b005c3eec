/** Domains under callers and checks at once, on two services over one database; and the service killed between a look-up and its record. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { daysMs, minutesMs } from '#core/clock.ts'
import { applyProof, type Outcome } from '#modules/domains/domains.outcome.ts'
import { recheckJobs } from '#modules/domains/domains.periodic.jobs.ts'
import { addTenant } from '../auth/people.ts'
import { claimOf, domainsOf, pendingDomain, proveDomain, verifiedDomain } from '../domains/proving.ts'
import { expectStatus, type Reply, startApp, superAdmin, type TestApp } from '../harness.ts'
import { startDns, type TestDns } from '../rig/dns.ts'
import { eventually } from '../rig/ports.ts'
import { everyRound, race, tally } from '../rig/race.ts'
import { startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'

let apps: TestApp[]
let app: TestApp
let root: string
let dns: TestDns
before(async () => {
  dns = await startDns()
  app = await startApp()
  const { databaseUrl } = app.config
  apps = [app, databaseUrl === null ? app : await startApp({ env: { DATABASE_URL: databaseUrl } })]
  root = await app.superToken()
})

type Call = (at: TestApp) => Promise<Reply | Outcome>
const atOnce = (round: number, calls: readonly Call[]) => race(calls.map((call, number) => () => call(apps[(round + number) % 2]!)))
const times = <T>(count: number, make: (number: number) => T): T[] => Array.from({ length: count }, (_, number) => make(number))
const statuses = (replies: readonly (Reply | Outcome)[]) =>
  tally(replies.map((reply) => (typeof reply === 'string' ? reply : reply.status)))
const newName = () => `${randomUUID()}.example.test`

const add = (tenantId: string, domainName: string) => (at: TestApp) => at.post(domainsOf(tenantId), { domainName }, { token: root })
const on =
  (method: string, tenantId: string, id: string, path = '') =>
  (at: TestApp) =>
    at.request(method, `${domainsOf(tenantId)}/${id}${path}`, { token: root })
const remove = (tenantId: string, id: string) => on('DELETE', tenantId, id)
const primary = (tenantId: string, id: string) => on('PUT', tenantId, id, '/primary')
const verify = (tenantId: string, id: string) => on('POST', tenantId, id, '/verify')
const list = async (tenantId: string, at = app) => expectStatus(await at.get(domainsOf(tenantId), { token: root }), 200).json.domains
const told = async (type: string, domainId: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from events where type = ${type}
    and data->>'domainId' = ${domainId}`.execute(app.open.service.database.kysely)
  return rows[0]!.n
}
const proved = { isProved: true, by: 'TXT' } as const

describe('domains under callers at once', () => {
  it('one name for one tenant: claimed once, and never a 500', async () => {
    await everyRound(async (round) => {
      const tenantId = await addTenant(app)
      const name = newName()
      const replies = await atOnce(
        round,
        times(12, () => add(tenantId, name)),
      )
      assert.deepEqual(statuses(replies), { 201: 1, 409: 11 })
    })
  })

  it('the last place of fifty is given once', async () => {
    const tenantId = await addTenant(app)
    for (const _ of times(49, Number)) expectStatus(await add(tenantId, newName())(app), 201)
    assert.deepEqual(
      statuses(
        await atOnce(
          0,
          times(12, () => add(tenantId, newName())),
        ),
      ),
      { 201: 1, 409: 11 },
    )
  })

  it('one name proved by many tenants: one has it, the others fail with domain_taken', async () => {
    await everyRound(async (round) => {
      const name = newName()
      const claims = []
      for (const tenantId of await Promise.all(times(6, () => addTenant(app))))
        claims.push(await claimOf(app, await pendingDomain(app, tenantId, name)))
      const outcomes = await atOnce(
        round,
        claims.map((claim) => (at: TestApp) => applyProof(at.open.service, claim, proved)),
      )
      assert.deepEqual(statuses(outcomes), { verified: 1, failed: 5 })
      const winner = claims[outcomes.indexOf('verified')]!
      for (const claim of claims) {
        const [shown] = await list(claim.tenantId)
        assert.deepEqual([shown.isVerified, shown.lastError], claim === winner ? [true, null] : [false, 'domain_taken'])
        assert.equal(await told(claim === winner ? 'tenant.domain_verified' : 'tenant.domain_failed', claim.id), 1)
      }
      for (const at of apps) await eventually('every process to know', () => at.open.service.domains.ownerOf(name) === winner.tenantId)
    })
  })

  it('proved, deleted and claimed anew: the old proof says nothing of the new claim', async () => {
    await everyRound(async (round) => {
      const tenantId = await addTenant(app)
      const name = newName()
      const claim = await claimOf(app, await pendingDomain(app, tenantId, name))
      const anew: Call = async (at) => {
        expectStatus(await remove(tenantId, claim.id)(at), 204)
        return await add(tenantId, name)(at)
      }
      const prove: Call = (at) => applyProof(at.open.service, claim, proved)
      const replies = await atOnce(round, [prove, anew, prove, verify(tenantId, claim.id), prove])
      const outcomes = replies.filter((reply) => typeof reply === 'string')
      assert.ok(outcomes.filter((outcome) => outcome === 'verified').length <= 1 && !outcomes.includes('failed'), JSON.stringify(outcomes))
      expectStatus(replies[1] as Reply, 201)
      assert.ok([202, 404].includes((replies[3] as Reply).status))
      const [shown, ...more] = await list(tenantId)
      assert.deepEqual([more.length, shown.isVerified, shown.verificationStatus], [0, false, 'unverified'])
      assert.notEqual(shown.id, claim.id)
      for (const at of apps) await eventually('every process to know', () => at.open.service.domains.ownerOf(name) === undefined)
    })
  })

  it('primary, primary and deleted: never two, and what remains is verified', async () => {
    await everyRound(async (round) => {
      const tenantId = await addTenant(app)
      const [one, two, three] = [
        await verifiedDomain(app, tenantId, newName(), true),
        await verifiedDomain(app, tenantId, newName()),
        await verifiedDomain(app, tenantId, newName()),
      ]
      const calls = [
        primary(tenantId, two),
        primary(tenantId, three),
        remove(tenantId, two),
        primary(tenantId, one),
        primary(tenantId, three),
      ]
      const replies = await atOnce(round, calls)
      assert.ok(
        replies.every((reply) => typeof reply !== 'string' && [200, 204, 404].includes(reply.status)),
        JSON.stringify(statuses(replies)),
      )
      const shown: { id: string; isPrimary: boolean; isVerified: boolean; domainName: string }[] = await list(tenantId)
      assert.deepEqual(
        shown.map(({ id }) => id),
        [one, three],
      )
      const primaries = shown.filter(({ isPrimary }) => isPrimary)
      assert.ok(primaries.length <= 1)
      for (const at of apps)
        await eventually('every process to know', () => at.open.service.domains.primaryOf(tenantId) === (primaries[0]?.domainName ?? null))
    })
  })

  it('asked for by many: one job, one event', async () => {
    await everyRound(async (round) => {
      const tenantId = await addTenant(app)
      const { id } = (await add(tenantId, newName())(app)).json
      assert.deepEqual(
        statuses(
          await atOnce(
            round,
            times(12, () => verify(tenantId, id)),
          ),
        ),
        { 202: 12 },
      )
      const { kysely } = app.open.service.database
      assert.equal((await kysely.selectFrom('jobs').select('id').where('key', '=', id).execute()).length, 1)
      assert.equal(await told('tenant.domain_verification_requested', id), 1)
    })
  })

  it('looked at again by two processes at the same time: each once, and three ticks are three misses', async () => {
    await everyRound(async () => {
      const tenantId = await addTenant(app)
      const names = times(30, newName)
      for (const name of names) await proveDomain(app, await pendingDomain(app, tenantId, name, root))
      for (let tick = 1; tick <= 3; tick++) {
        for (const at of new Set(apps)) at.clock.turn(daysMs(7) + minutesMs(11))
        const asked: string[] = []
        const [job] = recheckJobs(async ({ at }) => {
          asked.push(at)
          return { isProved: false, error: 'record_not_found' }
        })
        const run = (at: TestApp) => job!.run(at.open.service, at.clock.now(), new AbortController().signal)
        await race(apps.map((at) => () => run(at)))
        const counts = tally(asked)
        assert.deepEqual(
          names.map((name) => counts[`_tenantry-challenge.${name}`]),
          names.map(() => 1),
        )
        root = (await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })).accessToken
        const shown: { verificationStatus: string; id: string }[] = await list(tenantId)
        for (const { verificationStatus } of shown) assert.equal(verificationStatus, tick < 3 ? 'verified' : 'failed')
        if (tick === 3) for (const { id } of shown) assert.equal(await told('tenant.domain_failed', id), 1)
      }
    })
  })
})

it('killed between a look-up and its record, the service proves the domain after it is started again', async () => {
  const { url: databaseUrl } = await sharedPostgresDatabase()
  const env = { BOOTSTRAP_ADMIN_PASSWORD: superAdmin.password, RATE_LIMITS: 'off', DNS_SERVERS: dns.address }
  await using first = await startService({ databaseUrl, env: { ...env, FAIL_AT: 'domain.before-apply' } })
  const signIn = async (at: typeof first) =>
    (await at.http.post('/api/v1/auth/admin/login', { identifier: superAdmin.email, password: superAdmin.password, isPlatformAdmin: true }))
      .json.accessToken
  const token = await signIn(first)
  const tenant = expectStatus(await first.http.post('/api/v1/Tenants', { name: 'Killed' }, { token }), 201).json
  const domain = expectStatus(await first.http.post(domainsOf(tenant.id), { domainName: newName() }, { token }), 201).json
  dns.zones.set(domain.dnsRecordName, { txt: [[domain.dnsRecordValue]] })
  expectStatus(await first.http.post(`${domainsOf(tenant.id)}/${domain.id}/verify`, undefined, { token }), 202)
  assert.equal(await first.exited, 'SIGKILL')
  await using again = await startService({ databaseUrl, env })
  const read = async () => (await again.http.get(domainsOf(tenant.id), { token: await signIn(again) })).json.domains[0]
  assert.equal((await read()).verificationStatus, 'pending')
  await eventually('the proof', async () => (await read()).isVerified, 45_000)
})
