/** A database that restarts or hangs in the middle of deliveries: nothing owed is lost, what comes twice has one id, and no count is off. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { eventually } from '../rig/ports.ts'
import { type ThrowawayPostgres, throwawayPostgres, withClient } from '../rig/postgres.ts'
import { type Receiver, startReceiver } from '../rig/receiver.ts'
import { type Service, startService } from '../rig/service.ts'
import { killEnv, tokenOf } from './kill-loop.ts'
import { tenantOf } from './scene.ts'

let postgres: ThrowawayPostgres
let databaseUrl: string
let service: Service
let token: string
before(async () => {
  postgres = await throwawayPostgres()
  databaseUrl = await postgres.createDatabase()
  service = await startService({ databaseUrl, env: { ...killEnv, WEBHOOK_ALLOW_PRIVATE: 'on' } })
  token = await tokenOf(service.http)
})

interface Counted {
  readonly owed: number
  readonly delivered: number
  readonly open: number
  readonly attempts: number
  readonly counted: number
}

async function countsOf(webhookId: string): Promise<Counted> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<Counted>(
      `select count(*)::integer as owed, count(*) filter (where status = 'Delivered' and attempt_number = 1)::integer as delivered,
        count(*) filter (where status in ('Pending', 'Retrying'))::integer as open,
        (select count(*)::integer from webhook_attempts a join webhook_deliveries o on o.id = a.delivery_id where o.webhook_id = $1) as attempts,
        (select coalesce(sum(delivered + failed), 0)::integer from webhook_hours where webhook_id = $1) as counted
      from webhook_deliveries where webhook_id = $1`,
      [webhookId],
    ),
  )
  return rows[0]!
}

/** A receiver that answers nobody before it is told to. */
async function holdingReceiver(): Promise<Receiver & { answerAll(): void }> {
  const held: (() => void)[] = []
  const receiver = await startReceiver((_, response) => void held.push(() => response.writeHead(200).end()))
  return Object.assign(receiver, {
    answerAll() {
      receiver.answer = 200
      for (const answer of held) answer()
    },
  })
}

/** Tenants are made, and told of to somebody who answers while the database is not there. */
async function deliverWhile(away: (answer: () => void) => Promise<void>): Promise<void> {
  const receiver = await holdingReceiver()
  const made = await service.http.post('/api/v1/webhooks', { url: receiver.url, events: ['tenant.created'] }, { token })
  assert.equal(made.status, 201, made.text)
  const webhookId: string = made.json.id
  const tenants: string[] = []
  const make = async () => tenants.push((await tenantOf(service.http, token)).id)
  for (let n = 0; n < 15; n++) await make()
  await eventually('its places to be taken', () => receiver.open.now === 5)
  await away(() => receiver.answerAll())
  await eventually('the service to be there again', async () => (await service.http.get('/health/ready')).status === 200, 20_000)
  for (let n = 0; n < 3; n++) await make()
  await eventually('all to be delivered', async () => {
    const { owed, open } = await countsOf(webhookId)
    return owed === tenants.length && open === 0
  })
  assert.deepEqual(await countsOf(webhookId), { owed: 18, delivered: 18, open: 0, attempts: 18, counted: 18 })
  const byTenant = Map.groupBy(receiver.received, ({ body }) => JSON.parse(body).data.tenantId as string)
  assert.deepEqual(new Set(byTenant.keys()), new Set(tenants))
  for (const all of byTenant.values())
    assert.equal(new Set(all.map(({ headers, body }) => `${headers['x-webhook-id']} ${body}`)).size, 1, 'the same bytes under one id')
  assert.equal((await service.http.request('DELETE', `/api/v1/webhooks/${webhookId}`, { token })).status, 204)
}

for (const mode of ['fast', 'immediate'] as const)
  it(`a ${mode} restart while receivers answer`, () =>
    deliverWhile(async (answer) => {
      await postgres.stop(mode)
      answer()
      await eventually('the service to miss its database', async () => (await service.http.get('/health/ready')).status === 503)
      await postgres.start()
    }))

it('a database that hangs while receivers answer', () =>
  deliverWhile(async (answer) => {
    postgres.pause()
    answer()
    await eventually('the service to miss its database', async () => (await service.http.get('/health/ready')).status === 503, 20_000)
    postgres.resume()
  }))

it('ends as it should after all of it', async () => {
  assert.equal(await service.kill('SIGTERM'), 0)
})
