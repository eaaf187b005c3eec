/** Checks of domains by the background, with a real DNS server and a clock that is turned. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { daysMs, minutesMs } from '#core/clock.ts'
import { addTenant, setTenant } from '../auth/people.ts'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'
import { startDns, type TestDns } from '../rig/dns.ts'
import { eventually } from '../rig/ports.ts'
import { domainsOf } from './proving.ts'

let dns: TestDns
let app: TestApp
let root: string
let tenantId: string
before(async () => {
  dns = await startDns()
  app = await startApp({ background: true, env: { DNS_SERVERS: dns.address, PUBLIC_URL: 'https://app.tenantry.example' } })
  root = await app.superToken()
  tenantId = await addTenant(app)
})

/** Later than the life of a token. */
async function turn(ms: number): Promise<void> {
  app.clock.turn(ms)
  root = (await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })).accessToken
}

interface Shown {
  id: string
  domainName: string
  verificationStatus: string
  isPrimary: boolean
  lastError: string | null
  lastCheckedAt: string | null
  dnsRecordName: string
  dnsRecordValue: string
  dnsCnameValue: string
}
const claim = async (id = tenantId, domainName = `${randomUUID()}.example.test`): Promise<Shown> =>
  expectStatus(await app.post(domainsOf(id), { domainName }, { token: root }), 201).json
const verify = async (domain: Shown, id = tenantId) =>
  expectStatus(await app.post(`${domainsOf(id)}/${domain.id}/verify`, undefined, { token: root }), 202)
const shown = async ({ id: domainId }: Shown, id = tenantId): Promise<Shown> =>
  (await app.get(domainsOf(id), { token: root })).json.domains.find((one: Shown) => one.id === domainId)
const until = (domain: Shown, what: (now: Shown) => boolean, id = tenantId) =>
  eventually('the check', async () => {
    const now = await shown(domain, id)
    return what(now) ? now : null
  })
const show = (domain: Shown) => dns.zones.set(domain.dnsRecordName, { txt: [[domain.dnsRecordValue]] })
const asked = (domain: Shown) => dns.asked.filter((line) => line === `TXT ${domain.dnsRecordName}`).length
const events = async (domain: Shown) => {
  const rows = await app.open.service.database.kysely.selectFrom('events').select(['type', 'data', 'actorKind']).orderBy('id').execute()
  return rows.filter(({ data }) => (data as { domainId?: string }).domainId === domain.id)
}
const checkedSince = (before: Shown) => (now: Shown) => now.lastCheckedAt !== before.lastCheckedAt

describe('the check of a claim', () => {
  it('proves it by TXT or CNAME, at the first look, and the system tells so', async () => {
    for (const record of ['txt', 'cname']) {
      const domain = await claim()
      if (record === 'txt') show(domain)
      else dns.zones.set(domain.dnsRecordName, { cname: domain.dnsCnameValue })
      await verify(domain)
      await until(domain, ({ verificationStatus }) => verificationStatus === 'verified')
      const told = (await events(domain)).at(-1)
      assert.deepEqual([told?.type, told?.actorKind], ['tenant.domain_verified', 'system'])
    }
  })

  it('goes on until the record appears, less often with time; what it saw stands in the list', async () => {
    const domain = await claim()
    await verify(domain)
    const first = await until(domain, ({ lastCheckedAt }) => lastCheckedAt !== null)
    assert.deepEqual([first.verificationStatus, first.lastError], ['pending', 'record_not_found'])
    dns.zones.set(domain.dnsRecordName, { rcode: 2 })
    await turn(minutesMs(30))
    const second = await until(domain, checkedSince(first))
    assert.deepEqual([second.verificationStatus, second.lastError], ['pending', 'dns_failure'])
    const count = asked(domain)
    await turn(minutesMs(5))
    await new Promise((resolve) => setTimeout(resolve, 700))
    assert.equal(asked(domain), count, 'too soon')
    show(domain)
    await verify(domain)
    await until(domain, ({ verificationStatus }) => verificationStatus === 'verified')
    assert.equal((await shown(domain)).lastError, null)
  })

  it('is not made more often than every five seconds, however often it is asked for', async () => {
    const domain = await claim()
    for (let n = 0; n < 10; n++) await verify(domain)
    await until(domain, ({ lastCheckedAt }) => lastCheckedAt !== null)
    const count = asked(domain)
    for (let n = 0; n < 10; n++) {
      await verify(domain)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    assert.equal(asked(domain), count)
    await turn(6000)
    await verify(domain)
    await eventually('the next look-up', () => asked(domain) > count)
  })

  it('fails after 72 hours, once, with an event; asked for again it begins anew', async () => {
    const domain = await claim()
    await verify(domain)
    const first = await until(domain, ({ lastCheckedAt }) => lastCheckedAt !== null)
    await turn(minutesMs(71 * 60))
    const before = await until(domain, checkedSince(first))
    assert.equal(before.verificationStatus, 'pending')
    await turn(minutesMs(61))
    const failed = await until(domain, ({ verificationStatus }) => verificationStatus !== 'pending')
    assert.deepEqual([failed.verificationStatus, failed.lastError], ['failed', 'record_not_found'])
    assert.equal((await events(domain)).at(-1)?.type, 'tenant.domain_failed')
    const { kysely } = app.open.service.database
    await eventually(
      'the job to be gone',
      async () => (await kysely.selectFrom('jobs').select('id').where('key', '=', domain.id).execute()).length === 0,
    )
    await turn(minutesMs(61))
    show(domain)
    await verify(domain)
    await until(domain, ({ verificationStatus }) => verificationStatus === 'verified')
  })

  it('fails for the second tenant that proves a name, which stays the first one’s', async () => {
    const other = await addTenant(app)
    const domain = await claim()
    const rival = await claim(other, domain.domainName)
    dns.zones.set(domain.dnsRecordName, { txt: [[domain.dnsRecordValue], [rival.dnsRecordValue]] })
    await verify(domain)
    await until(domain, ({ verificationStatus }) => verificationStatus === 'verified')
    await verify(rival, other)
    const lost = await until(rival, ({ verificationStatus }) => verificationStatus !== 'pending', other)
    assert.deepEqual([lost.verificationStatus, lost.lastError], ['failed', 'domain_taken'])
    assert.equal((await shown(domain)).verificationStatus, 'verified')
    expectStatus(await app.request('DELETE', `${domainsOf(tenantId)}/${domain.id}`, { token: root }), 204)
    await turn(6000)
    await verify(rival, other)
    await until(rival, ({ verificationStatus }) => verificationStatus === 'verified', other)
  })

  it('proves nothing for what was put in place of the claim while it ran', async () => {
    const domain = await claim()
    show(domain)
    const { promise, resolve } = Promise.withResolvers<void>()
    dns.hold = promise
    await verify(domain)
    await eventually('the look-up', () => asked(domain) > 0)
    expectStatus(await app.request('DELETE', `${domainsOf(tenantId)}/${domain.id}`, { token: root }), 204)
    const anew = await claim(tenantId, domain.domainName)
    await verify(anew)
    dns.hold = null
    resolve()
    const seen = await until(anew, ({ lastCheckedAt }) => lastCheckedAt !== null)
    assert.deepEqual([seen.verificationStatus, seen.lastError], ['pending', 'record_mismatch'])
  })

  it('proves nothing for a deleted tenant, and fails for it in the end', async () => {
    const id = await addTenant(app)
    const domain = await claim(id)
    show(domain)
    await setTenant(app, id, { deletedAt: app.clock.now() })
    const { kysely } = app.open.service.database
    await kysely.updateTable('tenantDomains').set({ status: 'pending', requestedAt: app.clock.now() }).where('id', '=', domain.id).execute()
    // its job is lost: the periodic tick finds it
    await turn(minutesMs(73 * 60))
    const row = await eventually('it to fail', async () => {
      const found = await kysely.selectFrom('tenantDomains').selectAll().where('id', '=', domain.id).executeTakeFirstOrThrow()
      return found.status === 'failed' ? found : null
    })
    assert.equal(row.lastError, 'tenant_deleted')
    assert.equal(asked(domain), 0)
  })
})

describe('a verified domain', () => {
  const proved = async () => {
    const domain = await claim()
    show(domain)
    await verify(domain)
    await until(domain, ({ verificationStatus }) => verificationStatus === 'verified')
    expectStatus(await app.request('PUT', `${domainsOf(tenantId)}/${domain.id}/primary`, { token: root }), 200)
    return domain
  }
  const week = async (domain: Shown) => {
    const before = await shown(domain)
    await turn(daysMs(7) + minutesMs(11))
    return await until(domain, checkedSince(before))
  }

  it('is looked at every week; two misses do no harm, and a hit forgives them', async () => {
    const domain = await proved()
    assert.deepEqual([(await week(domain)).verificationStatus, (await shown(domain)).lastError], ['verified', null])
    dns.zones.set(domain.dnsRecordName, { rcode: 2 })
    for (let n = 0; n < 2; n++) {
      const { verificationStatus, lastError, isPrimary } = await week(domain)
      assert.deepEqual([verificationStatus, lastError, isPrimary], ['verified', 'dns_failure', true])
    }
    show(domain)
    assert.equal((await week(domain)).lastError, null)
    dns.zones.delete(domain.dnsRecordName)
    for (let n = 0; n < 2; n++) assert.equal((await week(domain)).verificationStatus, 'verified')
  })

  it('is none any more after three misses in a row: not verified, not primary, told once, no host of the tenant', async () => {
    const domain = await proved()
    assert.equal(app.open.service.domains.ownerOf(domain.domainName), tenantId)
    assert.equal(app.open.service.domains.primaryOf(tenantId), domain.domainName)
    dns.zones.delete(domain.dnsRecordName)
    await week(domain)
    await week(domain)
    const { verificationStatus, isPrimary, lastError } = await week(domain)
    assert.deepEqual([verificationStatus, isPrimary, lastError], ['failed', false, 'record_not_found'])
    assert.equal((await events(domain)).filter(({ type }) => type === 'tenant.domain_failed').length, 1)
    assert.equal(app.open.service.domains.ownerOf(domain.domainName), undefined)
    assert.equal(app.open.service.domains.primaryOf(tenantId), null)
  })
})
