/** How an operator hears that mails do not leave: one line a change, numbers, and a reason in the health. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { queueMail } from '#jobs/mail.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { type Mailbox, startMailbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { type FaultProxy, faultProxy } from '../rig/proxy.ts'

const metricsToken = 'a token for tests: 8f3k29dk20fk3'

let app: TestApp
let mailbox: Mailbox
let proxy: FaultProxy
before(async () => {
  mailbox = await startMailbox()
  proxy = await faultProxy(mailbox.url)
  app = await startApp({ background: true, env: { MAIL_URL: `smtp://127.0.0.1:${proxy.port}`, METRICS_TOKEN: metricsToken } })
})

const queue = (count: number, more: { expiresInMinutes?: number } = {}) =>
  transact(systemContext(app.open.service), async (ctx) => {
    const recipient = { type: 'admin', id: crypto.randomUUID(), address: 'admin@example.test', name: null, language: 'en' } as const
    const variables = { code: '482913', ...more }
    for (let n = 0; n < count; n++) await queueMail(ctx, { template: 'password_reset_otp', tenantId: null, recipient, variables })
  })
const lines = (beginning: string) => app.logs.filter(({ msg }) => String(msg).startsWith(beginning)).length
const measured = async (name: string) => {
  const { text } = expectStatus(await app.get('/metrics', { token: metricsToken }), 200)
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  )
}
const sent = () => measured('tenantry_mails_total{outcome="sent"}')
/** The answer of the health is kept for a second. */
const health = (fits: (email: { status: string; note?: string }) => boolean) =>
  eventually('the health of the mails', async () => {
    const reply = await app.get('/api/v1/health', { token: await app.superToken() })
    return fits(reply.json.checks.email)
  })

test('a relay that goes away and comes back is a line each, a number and a reason, however many mails wait', async () => {
  await health(({ status, note }) => status === 'ok' && note === undefined)
  proxy.mode('refuse')
  await queue(12)
  await eventually('the breaker to open', async () => (await measured('tenantry_mail_relay_away')) === 1)
  await health(({ status, note }) => status === 'down' && note === 'mails can not be handed over: ECONNRESET')
  proxy.mode('pass')
  app.clock.turn(180_000)
  await eventually('all mails to arrive', () => mailbox.mails.length === 12, 20_000)
  await eventually('the numbers', async () => (await sent()) === 12 && (await measured('tenantry_mail_relay_away')) === 0)
  await health(({ status }) => status === 'ok')
  assert.deepEqual([lines('mails can not be handed over'), lines('mails can be handed over'), lines('mails are not taken')], [1, 1, 1])
  assert.equal(lines('a job failed'), 0)
})

test('what is refused and what is given up is counted, and told once until a mail is taken again', async () => {
  mailbox.refuseNext(550, 3)
  await queue(3)
  await eventually('three refusals', async () => (await measured('tenantry_mails_total{outcome="refused"}')) === 3)
  assert.equal(lines('the mail relay refuses mails'), 1)
  await health(({ status }) => status === 'ok')

  mailbox.refuseNext(451, 1000)
  await queue(3, { expiresInMinutes: 10 })
  const postponed = await measured('tenantry_mails_total{outcome="postponed"}')
  await eventually('three to be put off', async () => (await measured('tenantry_mails_total{outcome="postponed"}')) >= postponed + 3)
  app.clock.turn(660_000)
  await eventually('three to be given up', async () => (await measured('tenantry_mails_total{outcome="given_up"}')) === 3)
  assert.equal(lines('mails are given up'), 1)
  await health(({ status, note }) => status === 'degraded' && note === 'the last mail was given up: nobody took it in time')
})
