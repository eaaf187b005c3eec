/** What a change of a subscription means for what is on its way: where it goes, and what is forgotten. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { startReceiver } from '../rig/receiver.ts'
import { hooks, wanted } from './rig.ts'

let app: TestApp
let root: string
let token: string
let tenantId: string
before(async () => {
  app = await startApp({ background: true })
  root = await app.superToken()
  const made = await tenantWithAdmin(app)
  tenantId = made.tenant.id
  token = (await made.signIn()).accessToken
})

const create = async (url: string) =>
  expectStatus(await app.post(hooks, wanted({ url, events: ['tenant.settings_changed'] }), { token }), 201).json as {
    id: string
    secret: string
  }
const change = async (id: string, body: object) => expectStatus(await app.request('PUT', `${hooks}/${id}`, { token, body }), 200).json
let turn = 0
const happen = async () => {
  const reply = await app.request('PUT', `/api/v1/Tenants/${tenantId}/settings`, { token: root, body: { maxAdmins: 30 + turn++ } })
  expectStatus(reply, 200)
}

it('another address gets what waits, under the same id and secret; the old one gets nothing more', async () => {
  const [old, other] = [await startReceiver(500), await startReceiver()]
  const { id } = await create(old.url)
  await happen()
  await eventually('a first attempt', async () => {
    const { items } = expectStatus(await app.get(`${hooks}/${id}/logs`, { token }), 200).json
    return items[0]?.status === 'Retrying'
  })
  await change(id, { url: other.url })
  const sent = old.received[0]!
  const deliveryId = sent.headers['x-webhook-id'] as string
  expectStatus(await app.post(`${hooks}/${id}/logs/${deliveryId}/replay`, undefined, { token }), 202)
  await eventually('it to come to the other', () => other.received.length === 1)
  const { headers, body } = other.received[0]!
  assert.deepEqual(
    [headers['x-webhook-id'], headers['x-webhook-signature'], body],
    [deliveryId, sent.headers['x-webhook-signature'], sent.body],
  )
  assert.equal(old.received.length, 1)
  await eventually('it to be marked', async () => {
    const { status, request, attempts } = expectStatus(await app.get(`${hooks}/${id}/logs/${deliveryId}`, { token }), 200).json
    return status === 'Delivered' && request.url === other.url && attempts.length === 2
  })
})

it('switched on again it begins anew, as if it had never failed', async () => {
  const receiver = await startReceiver()
  const { id } = await create(receiver.url)
  const { kysely } = app.open.service.database
  const past = new Date(app.clock.now().getTime() - 80 * 3_600_000)
  const failed = { isActive: false, disabledAt: past, disabledReason: 'consecutive_failures' as const, consecutiveFailures: 12 }
  await kysely
    .updateTable('webhooks')
    .set({ ...failed, failingSince: past, warnedAt: past, failureToldAt: past })
    .where('id', '=', id)
    .execute()
  const shown = await change(id, { isActive: true })
  const { isActive, disabledAt, disabledReason, consecutiveFailures, failingSince } = shown
  assert.deepEqual([isActive, disabledAt, disabledReason, consecutiveFailures, failingSince], [true, null, null, 0, null])
  const row = await kysely.selectFrom('webhooks').select(['warnedAt', 'failureToldAt']).where('id', '=', id).executeTakeFirstOrThrow()
  assert.deepEqual(row, { warnedAt: null, failureToldAt: null })
  await happen()
  await eventually('what happens from then on', () => receiver.received.length === 1)
})
