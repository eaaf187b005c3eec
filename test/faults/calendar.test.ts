/** A service in a zone that changes its clocks, over the end of 29 February and over both changes: its own times and days are UTC's. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { expectStatus } from '../harness.ts'
import { readOutbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { type Service, startService } from '../rig/service.ts'
import { killEnv, tokenOf } from './kill-loop.ts'
import { addAdmin, signIn, type Tenant, tenantOf } from './scene.ts'
import { turnableClock } from './turnable-clock.ts'

/** In each the clock is turned to a little before something that a calendar makes of it. */
const moments = [
  { what: 'the end of a leap day', at: '2028-03-01T00:00:00.000Z', day: '2028-02-29', next: '2028-03-01' },
  { what: 'the hour that New York leaves out', at: '2028-03-12T07:00:00.000Z', day: '2028-03-12', next: '2028-03-12' },
  { what: 'the hour that New York has twice', at: '2028-11-05T06:00:00.000Z', day: '2028-11-05', next: '2028-11-05' },
] as const
const zone = 'America/New_York'

const clock = turnableClock()
let service: Service
let turnedMs = 0
before(async () => {
  service = await startService({ env: { ...killEnv, ...clock.env, TZ: zone } })
})
const now = () => Date.now() + turnedMs
const get = async (path: string, token: string) => expectStatus(await service.http.get(path, { token }), 200).json

/** Sign-ins of a tenant that succeeded, by the days of a zone that ends today. */
async function signInsBy(timeZone: string, token: string): Promise<Record<string, number>> {
  const { days } = await get(`/api/v1/dashboard/login-activity?days=3&timeZone=${timeZone}`, token)
  return Object.fromEntries(days.map(({ date, successful }: { date: string; successful: number }) => [date, successful]))
}

for (const { what, at, day, next } of moments)
  it(`${what} changes nothing of what is under way`, async () => {
    const end = Date.parse(at)
    // so much before it that a slow machine has done all of this by then
    turnedMs = end - 60_000 - Date.now()
    await clock.turn(turnedMs)
    const token = await tokenOf(service.http)
    const tenant: Tenant = await tenantOf(service.http, token)
    const own = expectStatus(await signIn(service.http, tenant), 200).json
    const locked = expectStatus(await addAdmin(service.http, token, tenant), 201).json
    const wrong = () =>
      service.http.post('/api/v1/auth/admin/login', { identifier: locked.email, password: 'wrong-Lantern-58', tenantId: tenant.id })
    for (let n = 0; n < 5; n++) expectStatus(await wrong(), 401)
    const lockEnds = Date.parse(expectStatus(await wrong(), 423).json.lockoutEnd)
    assert.ok(now() < end, 'this machine was too slow to be done before')
    const begun = now()

    turnedMs = end - 1000 - Date.now()
    await clock.turn(turnedMs)
    await sleep(1500)
    assert.ok(now() > end)
    await get('/api/v1/Admins/me', own.accessToken)
    assert.equal(Date.parse(expectStatus(await wrong(), 423).json.lockoutEnd), lockEnds)
    assert.ok(lockEnds - begun <= 300_000 && lockEnds - begun > 270_000, `the lock ends ${lockEnds - begun} ms after it began`)
    const again = expectStatus(await signIn(service.http, tenant), 200).json
    const { iat, exp } = JSON.parse(Buffer.from(again.accessToken.split('.')[1], 'base64url').toString())
    assert.equal(exp - iat, 900)
    assert.ok(Math.abs(iat * 1000 - now()) < 60_000)

    const entries = await eventually('both sign-ins in the log', async () => {
      const { items } = await get('/api/v1/audit?action=auth.login.succeeded', again.accessToken)
      return items.length === 2 && items
    })
    const [second, first] = entries.map(({ timestamp }: { timestamp: string }) => timestamp)
    assert.ok(first < at && second >= at, `${first} and ${second} are not before and after ${at}`)
    assert.deepEqual((await get(`/api/v1/audit?action=auth.login.succeeded&from=${at}`, again.accessToken)).items.length, 1)

    const expected = day === next ? { [day]: 2 } : { [day]: 1, [next]: 1 }
    const counted = async () => {
      const days = await signInsBy('UTC', again.accessToken)
      return Object.entries(expected).every(([date, n]) => days[date] === n)
    }
    await eventually('both to be counted, each on its day', counted)
    const local = await signInsBy(zone, again.accessToken)
    assert.equal(Object.keys(local).length, 3)
    assert.equal(local[day], 2, JSON.stringify(local))

    const mails = async () =>
      (await readOutbox(service.dataDirectory)).find(({ to }) => to?.some(({ address }) => address === locked.email))
    const mail = await eventually('the mail', mails, 60_000)
    assert.ok(Math.abs(Date.parse(mail.date!) - now()) < 120_000, `a mail is dated ${mail.date}`)
  })

after(async () => assert.equal(await service.kill('SIGTERM'), 0))
