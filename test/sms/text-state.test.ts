/** How an operator hears that texts do not leave: the health, numbers, a line a change; and what the configuration refuses. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { queueText } from '#jobs/text.ts'
import { ConfigurationError, configWarnings, readConfig } from '../../src/config.ts'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'
import { type Gateway, startGateway } from '../rig/gateway.ts'
import { eventually } from '../rig/ports.ts'

const metricsToken = 'a token for tests: 8f3k29dk20fk3'
let app: TestApp
let gateway: Gateway
before(async () => {
  gateway = await startGateway()
  app = await startApp({ background: true, env: { SMS_URL: `http://u:p@${gateway.host}/`, METRICS_TOKEN: metricsToken } })
})

const queue = (count: number) =>
  transact(systemContext(app.open.service), async (ctx) => {
    const recipient = { type: 'user', id: crypto.randomUUID(), number: '+962790000000', language: 'en' } as const
    const variables = { code: '482913', brand: 'Acme', expiresInMinutes: 10 }
    for (let n = 0; n < count; n++) await queueText(ctx, { template: 'phone_verification', tenantId: null, recipient, variables })
  })
const measured = async (name: string) => {
  const { text } = expectStatus(await app.get('/metrics', { token: metricsToken }), 200)
  const line = text.split('\n').find((line) => line.startsWith(`${name} `))
  return Number(line?.split(' ')[1])
}
const lines = (beginning: string) => app.logs.filter(({ msg }) => String(msg).startsWith(beginning)).length
/** The answer of the health is kept for a second. */
async function health(fits: (sms: { status: string; note?: string }) => boolean) {
  // the clock was turned further than a token lasts
  const { accessToken } = await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
  await eventually('the health of the texts', async () =>
    fits(expectStatus(await app.get('/api/v1/health', { token: accessToken }), 200).json.checks.sms),
  )
}

test('a gateway that fails and comes back is a line each, a number and a reason, however many texts wait', async () => {
  await health(({ status, note }) => status === 'ok' && note === undefined)
  gateway.answerNext({ status: 500 }, 1000)
  const lastTurn = app.clock.now().getTime() + 8 * 60_000
  await queue(12)
  await eventually('the breaker to open', async () => (await measured('tenantry_sms_gateway_away')) === 1)
  await health(({ status, note }) => status === 'down' && note === 'texts can not be handed over: it answered 500')
  assert.ok((await measured('tenantry_texts{state="queued"}')) >= 10)
  gateway.answerWell()
  await eventually('all texts to arrive', async () => {
    // on to the next attempt, and never past the ten minutes that a text holds, however slow the machine
    if (app.clock.now().getTime() < lastTurn) app.clock.turn(30_000)
    return (await measured('tenantry_texts_total{outcome="sent"}')) === 12
  })
  assert.equal(await measured('tenantry_sms_gateway_away'), 0)
  await health(({ status }) => status === 'ok')
  assert.deepEqual([lines('texts can not be handed over'), lines('texts can be handed over')], [1, 1])
  assert.ok(!JSON.stringify(app.logs).includes('482913'))
})

test('what is refused, and what expires, is counted and told once', async () => {
  gateway.answerNext({ status: 400 }, 3)
  await queue(3)
  await eventually('three refusals', async () => (await measured('tenantry_texts_total{outcome="refused"}')) === 3)
  assert.equal(lines('the SMS gateway refuses texts'), 1)
  gateway.answerNext({ status: 429 }, 1000)
  const putOff = () => measured('tenantry_texts_total{outcome="postponed"}')
  const before = await putOff()
  await queue(2)
  await eventually('both put off', async () => (await putOff()) >= before + 2)
  app.clock.turn(11 * 60_000)
  await eventually('both given up', async () => (await measured('tenantry_texts_total{outcome="given_up"}')) === 2)
  assert.equal(lines('texts are given up'), 1)
  await health(({ status, note }) => status === 'degraded' && note === 'the last text was given up: nobody took it in time')
})

test('a value that can not be names the variable, and is never repeated', () => {
  const wrong = {
    SMS_URL: ['hunter2', 'smtp://hunter2@x', 'http://hunter2@x/', 'twilio://AC1:hunter2@x'],
    SMS_COUNTRIES: ['JO', '9', '962;971', '0', '962,999'],
    SMS_PER_NUMBER_DAY: ['0', 'x'],
    SMS_PER_TENANT_DAY: ['-1'],
    TWILIO_API_URL: ['api.twilio.com', 'http://api.twilio.com', 'https://hunter2:x@api.twilio.com'],
  }
  for (const [variable, values] of Object.entries(wrong))
    for (const value of values)
      assert.throws(
        () => readConfig({ [variable]: value }),
        (error: Error) =>
          error instanceof ConfigurationError &&
          error.problems.length === 1 &&
          error.problems[0]?.variable === variable &&
          !error.message.includes('hunter2'),
        `${variable}=${value}`,
      )
  const { sms } = readConfig({ SMS_COUNTRIES: '+962, 1868', SMS_URL: 'twilio://AC1:t@+15550100', TWILIO_API_URL: 'http://127.0.0.1:1' })
  assert.deepEqual([sms.countries, sms.perNumberDay, sms.perTenantDay], [['962', '1868'], 15, 1000])
  assert.equal(readConfig({}).sms.url, 'log')
})

test('plain http to another machine, and no gateway where others reach the service, is warned of in production', () => {
  const warned = (env: Record<string, string>) =>
    configWarnings(readConfig({ PUBLIC_URL: 'https://id.example.com', ...env })).filter((line) => line.startsWith('SMS_URL'))
  assert.equal(warned({ SMS_URL: 'http://u:p@sms.example/' }).length, 1)
  assert.equal(warned({}).length, 1)
  for (const SMS_URL of ['https://u:p@sms.example/', 'http://u:p@127.0.0.1/', 'twilio://AC1:t@+15550100'])
    assert.deepEqual(warned({ SMS_URL }), [])
})
