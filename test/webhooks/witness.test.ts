/** Who else knows how signatures are made finds ours right: openssl and the package `standardwebhooks`, before, during and after a rotation. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { type ReceivedWebhook, type Receiver, startReceiver } from '../rig/receiver.ts'
import { hooks, wanted } from './rig.ts'

let app: TestApp
let token: string
let tenantId: string
let receiver: Receiver
before(async () => {
  app = await startApp({ background: true })
  receiver = await startReceiver()
  const made = await tenantWithAdmin(app)
  tenantId = made.tenant.id
  token = (await made.signIn()).accessToken
})

/** What openssl makes of text under a key. */
function openssl(key: Buffer, text: string, form: 'hex' | 'base64'): string {
  const mac = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key.toString('hex')}`, '-binary']
  return execFileSync('openssl', mac, { input: text }).toString(form)
}
const ofOurs = (secret: string, body: string) => `sha256=${openssl(Buffer.from(secret), body, 'hex')}`
const ofTheirs = (secret: string, { headers, body }: ReceivedWebhook) =>
  `v1,${openssl(Buffer.from(secret.slice('whsec_'.length), 'base64'), `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`, 'base64')}`

const create = async (more: object = {}) =>
  expectStatus(
    await app.post(hooks, wanted({ url: `${receiver.url}/${randomUUID()}`, events: ['entity.created'], ...more }), { token }),
    201,
  ).json as { id: string; url: string; secret: string }
const rotate = async (id: string, body: object) =>
  expectStatus(await app.post(`${hooks}/${id}/rotate-secret`, body, { token }), 200).json as { secret: string }

/** Something happens, and reaches the receiver of this subscription. What else is new there, the subscription itself too, is passed over. */
async function next({ url }: { url: string }): Promise<ReceivedWebhook> {
  const role = { name: `Role ${randomUUID()}`, tenantId, permissionIds: [] }
  const { id } = expectStatus(await app.post('/api/v1/roles', role, { token }), 201).json
  const arrived = () => receiver.received.find(({ path, body }) => url.endsWith(path) && body.includes(id))
  await eventually('the delivery', () => arrived() !== undefined)
  return arrived()!
}

/** Every witness takes it under these secrets, the current one first, and under no other. */
function judge(sent: ReceivedWebhook, secrets: readonly string[], gone: readonly string[] = []): void {
  const { headers, body } = sent
  assert.equal(headers['x-webhook-signature'], secrets.map((secret) => ofOurs(secret, body)).join(','))
  assert.equal(headers['webhook-signature'], secrets.map((secret) => ofTheirs(secret, sent)).join(' '))
  const told = headers as Record<string, string>
  for (const secret of secrets) assert.deepEqual(new Webhook(secret).verify(body, told), JSON.parse(body))
  for (const secret of gone) assert.throws(() => new Webhook(secret).verify(body, told), WebhookVerificationError)
  const altered = `${body.slice(0, -1)} }`
  assert.throws(() => new Webhook(secrets[0]!).verify(altered, told), WebhookVerificationError)
}

describe('the signatures of what arrives', () => {
  it('are those of the secret; of both while one takes the place of the other; then of the new one alone', async () => {
    const hook = await create()
    judge(await next(hook), [hook.secret])
    const { secret } = await rotate(hook.id, { gracePeriodSeconds: 3600 })
    judge(await next(hook), [secret, hook.secret])
    // an hour later
    await app.open.service.database.kysely
      .updateTable('webhooks')
      .set({ previousSecretExpiresAt: app.clock.now() })
      .where('id', '=', hook.id)
      .execute()
    judge(await next(hook), [secret], [hook.secret])
  })

  it('are of the new one alone at once where no grace is given, by a rotation or by a change', async () => {
    const hook = await create()
    const { secret: second } = await rotate(hook.id, { gracePeriodSeconds: 0 })
    judge(await next(hook), [second], [hook.secret])
    const third = `whsec_${Buffer.from(randomUUID()).toString('base64')}`
    expectStatus(await app.request('PUT', `${hooks}/${hook.id}`, { token, body: { secret: third } }), 200)
    judge(await next(hook), [third], [hook.secret, second])
  })

  it('of a secret in no form of theirs are ours alone', async () => {
    const hook = await create({ secret: "It's a Secret to Everybody" })
    const { headers, body } = await next(hook)
    assert.equal(headers['x-webhook-signature'], ofOurs(hook.secret, body))
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) assert.equal(headers[name], undefined)
  })
})
