/** GET /api/v1/dashboard/…: what there is and what happens, in numbers of the own tenants, and nothing of anybody outside. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { FanOut } from '#events/fan-out.ts'
import { tokenHolding } from '../actors.ts'
import { pdf, uploaded } from '../files/rig.ts'
import { expectStatus, startApp, superAdmin, type TestApp, tenantWithAdmin } from '../harness.ts'
import { addProvedUser, addUser } from '../users/rig.ts'

const at = '/api/v1/dashboard'
const paths = ['summary', 'stats', 'login-activity', 'recent-changes', 'event-distribution', 'security-events', 'top-blocked-ips', 'charts']

let app: TestApp
let root: string
type Made = Awaited<ReturnType<typeof tenantWithAdmin>>
let parent: Made
let own: Made
let child: Made
let sibling: Made
const tokens = { parent: '', own: '', child: '', sibling: '' }

/** Tells of all that happened, as the background does within a tenth of a second. */
async function told(): Promise<void> {
  const silent = { warn() {}, error: (fields: object) => assert.fail(JSON.stringify(fields)) }
  await new FanOut(app.open.service, silent as never).drain()
}

before(async () => {
  app = await startApp({ env: { TRUST_PROXY: 'loopback' } })
  // noon: nothing of this comes near the end of a day
  const day = 86_400_000
  app.clock.turn(day - ((app.clock.now().getTime() + day / 2) % day))
  root = await app.superToken()
  parent = await tenantWithAdmin(app, { name: 'Parent' })
  own = await tenantWithAdmin(app, { name: 'Own', parentTenantId: parent.tenant.id })
  child = await tenantWithAdmin(app, { name: 'Child', parentTenantId: own.tenant.id })
  sibling = await tenantWithAdmin(app, { name: 'Sibling', parentTenantId: parent.tenant.id })
  for (const [name, made] of Object.entries({ parent, own, child, sibling }))
    tokens[name as keyof typeof tokens] = (await made.signIn()).accessToken
  await told()
})

const read = async (path: string, token = tokens.own) => expectStatus(await app.get(`${at}/${path}`, { token }), 200).json

/** A sign-in that fails, from an address. */
const fail = async (made: Made, ip: string, password = 'not the password') => {
  const body = { identifier: made.admin.email, password, tenantId: made.tenant.id }
  return await app.request('POST', '/api/v1/auth/admin/login', { body, headers: { 'x-forwarded-for': ip } })
}

describe('GET /api/v1/dashboard/summary', () => {
  it('200 counts accounts, tenants and sign-ins of the own tenant and those below, of nobody else', async () => {
    const before = await read('summary')
    const others = await read('summary', tokens.sibling)
    assert.deepEqual(before, {
      admins: { total: 2, active: 2, blocked: 0 },
      users: { total: 0, active: 0, verified: 0 },
      tenants: { total: 2, active: 2 },
      loginsToday: 2,
      storageBytes: 0,
    })
    await addProvedUser(app, child.tenant.code)
    const { id } = await addUser(app, own.tenant.code)
    expectStatus(await app.request('PUT', `/api/v1/users/${id}/block`, { body: { reason: 'x' }, token: root }), 200)
    const name = randomUUID().slice(0, 8)
    const body = { name: `Sub ${name}`, code: `s-${name}`, parentTenantId: child.tenant.id }
    const made = expectStatus(await app.post('/api/v1/Tenants', body, { token: root }), 201).json
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${made.id}`, { body: { status: 'Suspended' }, token: root }), 200)
    await uploaded(app, tokens.child, pdf(1234))
    await uploaded(app, tokens.parent, pdf(77))
    await own.signIn()
    await told()
    assert.deepEqual(await read('summary'), {
      admins: { total: 2, active: 2, blocked: 0 },
      users: { total: 2, active: 1, verified: 1 },
      tenants: { total: 3, active: 2 },
      loginsToday: 3,
      storageBytes: 1234,
    })
    assert.deepEqual(await read('summary', tokens.sibling), others)
    const all = await read('summary', root)
    assert.equal(all.users.total, 2)
    assert.equal(all.tenants.total, 5)
    assert.equal(all.admins.total, 5)
    assert.equal(all.storageBytes, 1234 + 77)
  })

  it('200 in the envelope at /stats', async () => {
    const { isSuccess, data, statusCode } = await read('stats')
    assert.deepEqual([isSuccess, statusCode, data], [true, 200, await read('summary')])
  })

  it('200 begins today where the zone does', async () => {
    // Kiritimati is 25 or 26 hours ahead of the place that is last: at any moment one of both has another date than UTC
    const today = async (zone: string) => (await read(`login-activity?days=1&timeZone=${zone}`)).days[0]
    for (const zone of ['Pacific/Kiritimati', 'Etc/GMT%2B12', 'Asia/Kathmandu', 'UTC'])
      assert.equal((await read(`summary?timeZone=${zone}`)).loginsToday, (await today(zone)).successful, zone)
  })
})

describe('GET /api/v1/dashboard/login-activity and event-distribution', () => {
  it('200 a day for each that is asked for, the last of them today, in order', async () => {
    await fail(own, '192.0.2.1')
    // which ends the row of failures
    await own.signIn()
    await told()
    const { days } = await read('login-activity')
    assert.equal(days.length, 30)
    assert.equal(days.at(-1).date, app.clock.now().toISOString().slice(0, 10))
    assert.deepEqual([days.at(-1).failed, days.at(-1).successful], [1, (await read('summary')).loginsToday])
    assert.equal(days.slice(0, -1).filter(({ successful, failed }: Record<string, number>) => successful || failed).length, 0)
    assert.equal((await read('login-activity?days=90&timeZone=America/St_Johns')).days.length, 90)
  })

  it('200 counts what happened, the most frequent first, as the log does', async () => {
    const { items } = await read('event-distribution?days=1&timeZone=UTC')
    const counts = items.map(({ count }: { count: number }) => count)
    assert.deepEqual(
      counts,
      [...counts].sort((a, b) => b - a),
    )
    for (const { action, count } of items) {
      const { totalCount } = expectStatus(await app.get(`/api/v1/audit?action=${action}`, { token: tokens.own }), 200).json
      assert.equal(count, totalCount, action)
    }
    const platform = (await read('event-distribution?days=1', root)).items.find(
      ({ action }: { action: string }) => action === 'tenant.created',
    )
    assert.equal(platform.count, 5)
  })

  it('200 both in one envelope at /charts', async () => {
    const { isSuccess, data, statusCode } = await read('charts?days=7&timeZone=Asia/Kolkata')
    assert.deepEqual([isSuccess, statusCode], [true, 200])
    assert.deepEqual(data, {
      loginActivity: await read('login-activity?days=7&timeZone=Asia/Kolkata'),
      eventDistribution: await read('event-distribution?days=7&timeZone=Asia/Kolkata'),
    })
  })
})

describe('GET /api/v1/dashboard/recent-changes', () => {
  it('200 records made, changed and deleted, newest first; limit is the size of a page', async () => {
    const { items, totalCount, pageSize, nextCursor } = await read('recent-changes?limit=2')
    assert.deepEqual([items.length, pageSize], [2, 2])
    assert.ok(totalCount > 3)
    const whole = (await read('recent-changes?pageSize=100')).items
    assert.equal(whole.length, totalCount)
    assert.ok(whole.every(({ action }: { action: string }) => /^(?:admin|user|tenant|role)\./.test(action)))
    const next = await read(`recent-changes?limit=2&cursor=${nextCursor}`)
    assert.deepEqual([...items, ...next.items], whole.slice(0, 4))
    const tenants = new Set(whole.map(({ tenantId }: { tenantId: string }) => tenantId))
    assert.ok(!tenants.has(sibling.tenant.id) && !tenants.has(parent.tenant.id))
  })

  it('200 as the audit log shows them: without fields one may not see, nor who acted from above', async () => {
    const blind = await tokenHolding(app, own.tenant.id, ['dashboard.view'])
    const [changed] = (await read('recent-changes?search=Sub&pageSize=100', root)).items
    assert.ok(changed.actorName)
    for (const entry of (await read('recent-changes?pageSize=100', blind)).items) {
      assert.ok(!('email' in entry.changes), 'who may not see admins sees no address of theirs')
      if (entry.action === 'tenant.created') assert.deepEqual([entry.actorId, entry.actorName, entry.ipAddress], [null, null, null])
    }
  })
})

describe('any of them', () => {
  it('400 for days, zones and numbers that are none, beyond bounds, or not asked for', async () => {
    const bad: [path: string, field: string][] = [
      ...['login-activity', 'event-distribution', 'charts', 'top-blocked-ips'].flatMap((path): [string, string][] =>
        ['0', '-1', '91', '36500', '1e3', '3.5', 'x', ''].map((days) => [`${path}?days=${days}`, 'days']),
      ),
      ...['login-activity', 'event-distribution', 'charts', 'summary', 'stats'].flatMap((path): [string, string][] =>
        ['', 'Mars/X', '%2B05:30', 'a'.repeat(80), '../../etc'].map((zone) => [`${path}?timeZone=${zone}`, 'timeZone']),
      ),
      ...['0', '101', '-1'].flatMap((limit): [string, string][] =>
        ['top-blocked-ips', 'recent-changes'].map((path) => [`${path}?limit=${limit}`, 'limit']),
      ),
      ['security-events?days=3', 'days'],
      ['summary?tenantId=x', 'tenantId'],
      ['login-activity?from=2020-01-01', 'from'],
    ]
    for (const [path, field] of bad) {
      const { json } = expectStatus(await app.get(`${at}/${path}`, { token: tokens.own }), 400)
      assert.deepEqual([json.code, json.errors[0].field], ['validation_failed', field], path)
    }
  })

  it('403 without dashboard.view, which is enough', async () => {
    const [without, with_] = [
      await tokenHolding(app, own.tenant.id, ['audit.view']),
      await tokenHolding(app, own.tenant.id, ['dashboard.view']),
    ]
    for (const path of paths) {
      const { json } = expectStatus(await app.get(`${at}/${path}`, { token: without }), 403)
      assert.equal(json.requiredPermission, 'dashboard.view', path)
      expectStatus(await app.get(`${at}/${path}`, { token: with_ }), 200)
    }
  })
})

describe('GET /api/v1/dashboard/security-events and top-blocked-ips', () => {
  const blocked = async (token = tokens.own) => {
    const { bruteForceAttempts, lockedAccounts, blockedIps } = await read('security-events', token)
    return { bruteForceAttempts, lockedAccounts, blockedIps }
  }
  const worst = async (query = '', token = tokens.own) => {
    const { items } = await read(`top-blocked-ips${query}`, token)
    return items.map(({ ipAddress, attempts }: { ipAddress: string; attempts: number }) => `${ipAddress} ${attempts}`)
  }

  it('200 counts attempts, locks and addresses where they were tried, for those above too, and for nobody beside', async () => {
    const [mine, theirs] = [await blocked(), await blocked(tokens.sibling)]
    for (let n = 0; n < 5; n++) await fail(child, '198.51.100.9')
    for (let n = 0; n < 5; n++) await fail(own, '198.51.100.9')
    await fail(sibling, '2001:db8:0:7::1')
    await fail(sibling, '2001:db8:0:7:ffff::2')
    await told()
    assert.equal((await blocked()).lockedAccounts, mine.lockedAccounts + 2)
    assert.equal((await blocked()).blockedIps, mine.blockedIps + 1)
    assert.deepEqual(await blocked(tokens.sibling), { ...theirs, bruteForceAttempts: theirs.bruteForceAttempts + 2 })
    assert.equal((await blocked(tokens.child)).blockedIps, 0, 'five are not ten')
    assert.deepEqual((await worst()).slice(0, 1), ['198.51.100.9 10'])
    assert.deepEqual(await worst('', tokens.child), ['198.51.100.9 5'])
    assert.deepEqual(await worst('', tokens.sibling), ['2001:db8:0:7::/64 2'])
    assert.deepEqual(await worst('?limit=1', root), ['198.51.100.9 10'])
    const { recent } = await read('security-events')
    assert.equal(recent.length, 10)
    assert.ok(recent.every(({ outcome }: { outcome: string }) => outcome !== 'success'))
    assert.deepEqual(recent[0].ipAddress, '198.51.100.9')
    assert.ok(!JSON.stringify(await read('security-events', tokens.sibling)).includes('198.51.100.9'))
  })

  it('200 of 24 hours, and of as many days as are asked for', async () => {
    const mine = await blocked()
    app.clock.turn(86_400_000 + 3_600_000)
    for (const name of ['own', 'sibling'] as const) tokens[name] = (await { own, sibling }[name].signIn()).accessToken
    root = (await app.signIn(superAdmin.username, superAdmin.password, { isPlatformAdmin: true })).accessToken
    await fail(sibling, '203.0.113.50')
    await told()
    assert.ok(mine.bruteForceAttempts >= 10)
    assert.deepEqual(await blocked(), { bruteForceAttempts: 0, lockedAccounts: 0, blockedIps: 0 })
    assert.deepEqual(await worst('?days=1'), [])
    assert.deepEqual((await worst('?days=3')).slice(0, 1), ['198.51.100.9 10'])
    assert.deepEqual(await worst('?days=1', root), ['203.0.113.50 1'])
  })
})
