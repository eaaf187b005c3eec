/** The secret of a subscription: who is shown it, what the log says of that, and how another takes its place. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { openWebhookSecret } from '#modules/webhook-deliveries/stored-secret.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { addWebhook, hooks, wanted } from './rig.ts'

let app: TestApp
let token: string
let tenantId: string
before(async () => {
  app = await startApp()
  const made = await tenantWithAdmin(app)
  tenantId = made.tenant.id
  token = (await made.signIn()).accessToken
})

const rotate = (id: string, body: object) => app.post(`${hooks}/${id}/rotate-secret`, body, { token })
const revealed = async (id: string) => expectStatus(await app.get(`${hooks}/${id}/secret`, { token }), 200).json
const shown = async (id: string) => expectStatus(await app.get(`${hooks}/${id}`, { token }), 200).json
const rowOf = (id: string) =>
  app.open.service.database.kysely.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const told = async (id: string, type: string) =>
  await app.open.service.database.kysely.selectFrom('events').select('data').where('entityId', '=', id).where('type', '=', type).execute()

describe('the secret', () => {
  it('is shown to who may change the subscription, and the log says so', async () => {
    const { id, secret } = expectStatus(await app.post(hooks, wanted(), { token }), 201).json
    assert.deepEqual(await revealed(id), { secret })
    assert.equal((await told(id, 'webhook.secret_viewed')).length, 1)
  })

  it('sealed for one subscription opens for no other', async () => {
    const [one, other] = [await addWebhook(app, tenantId), await addWebhook(app, tenantId)]
    const { keys } = app.open.service
    const { secret } = await rowOf(one)
    assert.ok(openWebhookSecret(keys, one, secret))
    assert.throws(() => openWebhookSecret(keys, other, secret))
  })

  it('rotated: both sign for the grace, then the new one alone; a second rotation drops the oldest', async () => {
    const { id, secret: first } = expectStatus(await app.post(hooks, wanted(), { token }), 201).json
    const second = expectStatus(await rotate(id, { gracePeriodSeconds: 60 }), 200).json
    assert.notEqual(second.secret, first)
    assert.ok(Math.abs(Date.parse(second.previousSecretExpiresAt) - app.clock.now().getTime() - 60_000) < 10_000)
    const { keys } = app.open.service
    const between = await rowOf(id)
    assert.deepEqual(
      [openWebhookSecret(keys, id, between.secret), openWebhookSecret(keys, id, between.previousSecret!)],
      [second.secret, first],
    )
    assert.deepEqual([(await shown(id)).hasPreviousSecret, (await shown(id)).secretHint], [true, `…${second.secret.slice(-4)}`])

    const chosen = 'a secret of our own choice'
    const third = expectStatus(await rotate(id, { secret: chosen }), 200).json
    assert.equal(third.secret, chosen)
    assert.ok(Date.parse(third.previousSecretExpiresAt) - app.clock.now().getTime() > 86_000_000, 'a day when nothing is said')
    assert.equal(openWebhookSecret(keys, id, (await rowOf(id)).previousSecret!), second.secret)

    const none = expectStatus(await rotate(id, { gracePeriodSeconds: 0 }), 200).json
    assert.equal(none.previousSecretExpiresAt, null)
    assert.equal((await rowOf(id)).previousSecret, null)
    assert.deepEqual(
      (await told(id, 'webhook.secret_rotated')).map(({ data }) => data.gracePeriodSeconds),
      [60, 86_400, 0],
    )
  })

  it('sent with a change takes the place of the present one at once', async () => {
    const { id } = expectStatus(await app.post(hooks, wanted(), { token }), 201).json
    expectStatus(await rotate(id, {}), 200)
    const secret = 'a secret that was sent along'
    const reply = expectStatus(await app.request('PUT', `${hooks}/${id}`, { token, body: { secret } }), 200).json
    assert.deepEqual([reply.hasPreviousSecret, reply.secretHint, reply.secret], [false, '…long', undefined])
    assert.deepEqual(await revealed(id), { secret })
    assert.equal((await told(id, 'webhook.secret_rotated')).length, 2)
    const again = expectStatus(await app.request('PUT', `${hooks}/${id}`, { token, body: { secret } }), 200).json
    assert.equal(again.version, reply.version, 'the same secret is no change')
  })

  it('refused: a bad one, a bad time', async () => {
    const id = await addWebhook(app, tenantId)
    assert.equal(expectStatus(await rotate(id, { secret: 'short' }), 400).json.code, 'webhook_secret_invalid')
    for (const gracePeriodSeconds of [-1, 604_801, 1.5, '60', null]) expectStatus(await rotate(id, { gracePeriodSeconds }), 400)
    expectStatus(await app.request('PUT', `${hooks}/${id}`, { token, body: { secret: null } }), 400)
  })
})
