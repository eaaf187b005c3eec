/** A call with an Idempotency-Key is one mail, however often it is made within a day. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, it } from 'node:test'
import { daysMs, minutesMs } from '#core/clock.ts'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addTemplate, at } from './rig.ts'

let app: TestApp
let own: World
let templateId: string
before(async () => {
  app = await startApp()
  own = await world(app)
  templateId = await addTemplate(app, own.tenantId)
})

const address = () => `lina-${randomUUID().slice(0, 8)}@acme.example`
const variables = { name: 'Lina' }
const send = (body: object, key: string, token = own.token) => app.post(`${at}/send`, body, { token, headers: { 'idempotency-key': key } })
/** As if every key had been used so long ago. */
const ageKeys = (ms: number) =>
  app.open.service.database.kysely
    .updateTable('emailKeys')
    .set({ createdAt: new Date(app.clock.now().getTime() - ms) })
    .execute()

it('is the same mail for the same key; another body is refused, and another account has keys of its own', async () => {
  const [to, key] = [address(), randomUUID()]
  const body = { to, templateId, variables }
  const all = await Promise.all(Array.from({ length: 8 }, () => send(body, key)))
  const ids = new Set(all.map((reply) => expectStatus(reply, 202).json.id))
  assert.equal(ids.size, 1)
  assert.equal(expectStatus(await send({ ...body, to: address() }, key), 409).json.code, 'idempotency_key_reused')
  expectStatus(await send(body, 'with a space'), 400)
  const another = (await own.person(['emails.send', 'emails.external', 'admins.view', 'users.view'])).token
  assert.ok(!ids.has(expectStatus(await send(body, key, another), 202).json.id))
})

it('is the same mail for a day, and from then on a new one, of whatever body', async () => {
  const [to, key] = [address(), randomUUID()]
  const body = { to, templateId, variables }
  const idBy = async (more: object = {}) => expectStatus(await send({ ...body, ...more }, key), 202).json.id
  const first = await idBy()
  await ageKeys(daysMs(1) - minutesMs(1))
  assert.equal(await idBy(), first)
  await ageKeys(daysMs(1))
  const second = await idBy({ priority: 'low' })
  assert.notEqual(second, first)
  // of the new day
  assert.equal(await idBy({ priority: 'low' }), second)
  assert.equal((await send(body, key)).status, 409)
})
