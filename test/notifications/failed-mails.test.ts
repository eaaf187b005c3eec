/** Many mails of a tenant that fail are told to those who look after them: of each cause once an hour. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { minutesMs } from '#core/clock.ts'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import type { MailErrorCode } from '#jobs/mail-ends.ts'
import { markFailed } from '#jobs/outgoing-records.ts'
import { emailJobs, manyFailures } from '#modules/emails/failed-many.jobs.ts'
import { notificationTarget } from '#modules/notifications/notifications.fan-out.ts'
import { superTokenNow } from '../abuse/states.ts'
import { tokenHolding } from '../actors.ts'
import { addMail } from '../emails/rig.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})

async function fail(tenantId: string | null, code: MailErrorCode, times: number): Promise<void> {
  const { service } = app.open
  for (let n = 0; n < times; n++)
    await markFailed(service.database.kysely, 'emails', await addMail(app, tenantId), { error: '550 no', code }, app.clock.now())
}

async function look(): Promise<void> {
  const { service } = app.open
  for (const job of emailJobs) await job.run(service, service.clock.now(), new AbortController().signal)
  const log = { warn() {}, error: (...said: unknown[]) => assert.fail(JSON.stringify(said)) }
  await new FanOut(service, log, { targets: [...fanOutTargets, notificationTarget(service)] }).drain()
}

// the clock is turned between them
const newTenant = async () => await tenantWithAdmin(app, { token: await superTokenNow(app) })

interface Said {
  readonly body: string
  readonly data: { readonly failed: number; readonly errorCode: string }
}
async function told(token: string): Promise<Said[]> {
  await look()
  return expectStatus(await app.get('/api/v1/notifications?type=email.failed_many&sortDirection=asc', { token }), 200).json.items
}
const numbers = async (token: string) => (await told(token)).map(({ data: { failed, errorCode } }) => [failed, errorCode])

describe('mails that fail', () => {
  it('are told to who may see mails of that tenant, once they are many of one cause', async () => {
    const { tenant } = await newTenant()
    const seeing = await tokenHolding(app, tenant.id, ['emails.view'])
    const others = [
      await tokenHolding(app, tenant.id, ['emails.send']),
      (await (await newTenant()).signIn()).accessToken,
      await app.superToken(),
    ]
    await fail(tenant.id, 'relay_refused', manyFailures - 1)
    await fail(tenant.id, 'recipient_refused', manyFailures - 1)
    assert.deepEqual(await numbers(seeing), [])
    await fail(tenant.id, 'recipient_refused', 3)
    assert.deepEqual(await numbers(seeing), [[manyFailures + 2, 'recipient_refused']])
    assert.match((await told(seeing))[0]!.body, /^12 e-mails could not be delivered within an hour \(recipient_refused\)\.$/)
    for (const token of others) assert.deepEqual(await numbers(token), [])
  })

  it('are told once an hour for each cause, and then those of that hour', async () => {
    const own = await newTenant()
    const token = async () => (await own.signIn()).accessToken
    await fail(own.tenant.id, 'expired', manyFailures)
    assert.deepEqual(await numbers(await token()), [[10, 'expired']])
    await fail(own.tenant.id, 'expired', manyFailures)
    await fail(own.tenant.id, 'relay_refused', manyFailures)
    const first = [
      [10, 'expired'],
      [10, 'relay_refused'],
    ]
    assert.deepEqual(await numbers(await token()), first)
    app.clock.turn(minutesMs(61))
    assert.deepEqual(await numbers(await token()), first)
    await fail(own.tenant.id, 'expired', manyFailures + 1)
    assert.deepEqual(await numbers(await token()), [...first, [11, 'expired']])
  })

  it('few in many hours are no news', async () => {
    const own = await newTenant()
    for (let hour = 0; hour < 3; hour++) {
      await fail(own.tenant.id, 'expired', manyFailures / 2)
      assert.deepEqual(await numbers((await own.signIn()).accessToken), [])
      app.clock.turn(minutesMs(61))
    }
  })

  it('of the platform are told to its own', async () => {
    await fail(null, 'unwritable', manyFailures)
    assert.deepEqual(await numbers(await superTokenNow(app)), [[10, 'unwritable']])
  })
})
