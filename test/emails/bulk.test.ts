/** Bulk mails while the world changes: who gets none after all is told with the answer, and so is why. */
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { AppError } from '#core/errors.ts'
import { fillAdmins } from '../admins/many.ts'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { atEnd } from '../rig/cleanup.ts'
import { addTemplate, at } from './rig.ts'

let app: TestApp
let own: World
let templateId: string
before(async () => {
  app = await startApp()
  own = await world(app)
  templateId = await addTemplate(app, own.tenantId)
})

const variables = { name: 'Lina' }
const rights = ['emails.send', 'emails.external', 'emails.view', 'admins.view', 'users.view', 'templates.view']
const sendBulk = (body: object, token: string) => app.post(`${at}/send-bulk`, { templateId, variables, ...body }, { token })
const countOf = async (batchId: string) =>
  expectStatus(await app.get(`${at}?batchId=${batchId}&pageSize=1`, { token: own.token }), 200).json.totalCount as number

/** Has `change` done while the mails of a batch are written: before the n-th of them. @returns what undoes it, and tells how many there were */
function whileWriting(n: number, change: () => Promise<unknown>): () => number {
  const { renderer } = app.open.service
  const ask = renderer.ask
  let asked = 0
  const undo = () => {
    Object.assign(renderer, { ask })
    return asked
  }
  const slow = async (...task: Parameters<typeof ask>) => {
    asked += 1
    if (asked === n) await change()
    return await ask.apply(renderer, task)
  }
  Object.assign(renderer, { ask: slow })
  atEnd(async () => void undo())
  return undo
}

const remove = async (id: string) => expectStatus(await app.request('DELETE', `/api/v1/admins/${id}`, { token: own.token }), 204)
const take = (roleId: string, permission: string) =>
  app.open.service.database.kysely.deleteFrom('rolePermissions').where('roleId', '=', roleId).where('permission', '=', permission).execute()
async function sender(masks: Record<string, string[]> = {}, permissions = rights) {
  const person = await own.person(permissions, masks)
  const { roleId } = await app.open.service.database.kysely
    .selectFrom('accounts')
    .select('roleId')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  return { ...person, roleId: roleId as string }
}

describe('large mails to many', () => {
  it('are written a part at a time, and each is queued once with its own words', async () => {
    // hardly packed: a hundred of them are more than may be held at once
    const bodyHtml = `{{ name }} ${randomBytes(140_000).toString('base64')}`
    const large = await addTemplate(app, own.tenantId, undefined, { subject: 'For {{ name }}', bodyHtml, bodyText: 'x' })
    const recipients = Array.from({ length: 100 }, (_, n) => ({ to: `large-${n}@other.example`, variables: { name: `Nr${n}` } }))
    const asked = whileWriting(0, async () => {})
    const told = expectStatus(await sendBulk({ templateId: large, recipients }, own.token), 202).json
    assert.ok(asked() > 1 + recipients.length, 'what is beyond is written again when its turn comes')
    assert.deepEqual([told.planned, told.queued, told.skipped], [100, 100, []])
    const { items } = expectStatus(await app.get(`${at}?batchId=${told.batchId}&pageSize=100`, { token: own.token }), 200).json
    const words = (items as { to: string; subject: string }[]).map(({ to, subject }) => `${to} ${subject}`)
    assert.deepEqual(new Set(words), new Set(recipients.map(({ to, variables: { name } }) => `${to} For ${name}`)))
    assert.equal(words.length, 100)
  })
})

describe('who was to have a mail and gets none after all', () => {
  it('is named where they are gone by then', async () => {
    const { token } = await sender(
      {},
      rights.filter((name) => name !== 'emails.external'),
    )
    const [stays, goes] = [await own.person([]), await own.person([])]
    const undo = whileWriting(2, () => remove(goes.id))
    const answer = expectStatus(await sendBulk({ recipients: [{ to: stays.email }, { to: goes.email }] }, token), 202).json
    undo()
    assert.deepEqual([answer.total, answer.queued, answer.skipped], [2, 1, [{ to: goes.email, reason: 'not_allowed' }]])
    assert.equal(await countOf(answer.batchId), 1)
  })

  it('is named by their id where the sender may not see the address', async () => {
    const { token } = await sender({ 'admins.view': ['email'] })
    const [stays, goes] = [await own.person([]), await own.person([])]
    const undo = whileWriting(2, () => remove(goes.id))
    const reply = expectStatus(await sendBulk({ filter: { target: 'admins', ids: [stays.id, goes.id] } }, token), 202)
    undo()
    assert.deepEqual([reply.json.queued, reply.json.skipped], [1, [{ to: goes.id, reason: 'not_allowed' }]])
    assert.ok(!reply.text.includes(goes.email) && !reply.text.includes(stays.email))
  })

  it('is named, each of them, where the right to send is taken before the first batch', async () => {
    const { token, roleId } = await sender()
    const recipients = [1, 2, 3].map(() => ({ to: `${randomUUID()}@acme.example` }))
    const undo = whileWriting(2, () => take(roleId, 'emails.send'))
    const answer = expectStatus(await sendBulk({ recipients }, token), 202).json
    undo()
    assert.deepEqual([answer.queued, answer.skipped], [0, recipients.map(({ to }) => ({ to, reason: 'not_allowed' }))])
    assert.equal(await countOf(answer.batchId), 0)
  })

  it('is named where it is taken between two batches; what was queued by then stays', async () => {
    const place = await world(app, own.tenantId)
    const letter = await addTemplate(app, place.tenantId)
    const { ids } = await fillAdmins(app, place, 505)
    const person = await place.person(rights)
    const { roleId } = await app.open.service.database.kysely
      .selectFrom('accounts')
      .select('roleId')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    // one rendering looks whether it can be done at all
    const undo = whileWriting(1 + 500 + 1, () => take(roleId as string, 'emails.send'))
    const filter = { target: 'admins', search: 'bulk' }
    const answer = expectStatus(await sendBulk({ templateId: letter, filter }, person.token), 202).json
    undo()
    assert.deepEqual([answer.total, answer.queued, answer.skipped.length], [ids.length, 500, 5])
    assert.ok(answer.skipped.every(({ reason }: { reason: string }) => reason === 'not_allowed'))
    assert.equal(await countOf(answer.batchId), 500)
  })

  it('is a whole batch: the next one goes on', async () => {
    const place = await world(app, own.tenantId)
    const letter = await addTemplate(app, place.tenantId)
    const { ids } = await fillAdmins(app, place, 503)
    const first = [...ids].sort().slice(0, 500)
    const { kysely } = app.open.service.database
    const undo = whileWriting(501, () =>
      kysely.updateTable('accounts').set({ deletedAt: app.clock.now() }).where('id', 'in', first).execute(),
    )
    const body = { templateId: letter, filter: { target: 'admins', search: 'bulk' } }
    const answer = expectStatus(await sendBulk(body, place.token), 202).json
    undo()
    assert.deepEqual([answer.total, answer.queued + answer.skipped.length], [503, 503])
    assert.ok(answer.queued === 3, `${answer.queued} were queued`)
  })
})

it('goes to ten thousand of a filter and not to one more, nor to those behind ids that are too many', async () => {
  const place = await world(app)
  const letter = await addTemplate(app, place.tenantId)
  const { ids } = await fillAdmins(app, place, 10_001)
  const ask = (more: object) =>
    app.post(
      `${at}/send-bulk`,
      { templateId: letter, variables, dryRun: true, filter: { target: 'admins', search: 'bulk', ...more } },
      { token: place.token },
    )
  assert.equal(expectStatus(await ask({}), 400).json.code, 'bulk_too_large')
  assert.equal(expectStatus(await ask({ excludeIds: [ids[0]] }), 200).json.total, 10_000)
  expectStatus(await ask({ ids: ids.slice(0, 1001) }), 400)
})

it('is told by a dry run how many it makes, where more are left out than are named', async () => {
  const place = await world(app)
  const letter = await addTemplate(app, place.tenantId)
  const { ids } = await fillAdmins(app, place, 1010)
  await app.open.service.database.kysely.updateTable('accounts').set({ email: 'none' }).where('id', 'in', ids.slice(0, 1004)).execute()
  const ask = (more: object) => sendBulk({ templateId: letter, filter: { target: 'admins', search: 'bulk' }, ...more }, place.token)
  const trial = expectStatus(await ask({ dryRun: true }), 200).json
  assert.deepEqual([trial.total, trial.planned, trial.skipped.length], [1010, 6, 1000])
  const sent = expectStatus(await ask({ expectedCount: trial.planned }), 202).json
  assert.deepEqual([sent.planned, sent.queued], [6, 6])
})

it('is written no further once the caller has hung up', async () => {
  const hangingUp = new AbortController()
  const recipients = Array.from({ length: 300 }, () => ({ to: `${randomUUID()}@acme.example` }))
  const { promise: hungUp, resolve } = Promise.withResolvers<void>()
  const undo = whileWriting(5, async () => {
    hangingUp.abort()
    // what comes later is answered, so that is known by then
    for (let n = 0; n < 3; n++) await app.get('/health')
    resolve()
  })
  const sending = fetch(`${app.url}${at}/send-bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ templateId, variables, recipients }),
    signal: hangingUp.signal,
  })
  await assert.rejects(sending)
  await hungUp
  // of one tenant one is rendered at a time: others would stand between these
  for (let n = 0; n < 5; n++)
    expectStatus(await app.post('/api/v1/message-templates/preview', { draft: { bodyHtml: 'x' } }, { token: own.token }), 200)
  assert.equal(undo(), 5 + 5)
})

describe('bulk mails that are asked for again', () => {
  const keyed = (body: object, key: string, token: string) =>
    app.post(`${at}/send-bulk`, { templateId, variables, ...body }, { token, headers: { 'idempotency-key': key } })

  it('are one batch for one Idempotency-Key, at once and later, and none for another body', async () => {
    const { token } = await sender()
    const people = [await own.person([]), await own.person([]), await own.person([])]
    const body = { recipients: people.map(({ email }) => ({ to: email })) }
    const key = randomUUID()
    const replies = [...(await Promise.all([1, 2, 3].map(() => keyed(body, key, token)))), await keyed(body, key, token)]
    const answers = replies.map((reply) => expectStatus(reply, 202).json)
    assert.equal(new Set(answers.map(({ batchId }) => batchId)).size, 1)
    assert.deepEqual(
      answers.map(({ total, planned, queued, scheduled }) => [total, planned, queued, scheduled]),
      answers.map(() => [3, 3, 3, 0]),
    )
    assert.equal(await countOf(answers[0].batchId), 3)
    const other = expectStatus(await keyed({ ...body, priority: 'high' }, key, token), 409).json
    assert.equal(other.code, 'idempotency_key_reused')
    // a dry run makes nothing that a key could stand for
    expectStatus(await keyed({ ...body, dryRun: true }, key, token), 200)
  })

  it('tell where they broke off halfway how many there were to be, and how many are left', async () => {
    const place = await world(app, own.tenantId)
    const letter = await addTemplate(app, place.tenantId)
    await fillAdmins(app, place, 505)
    const body = { templateId: letter, filter: { target: 'admins', search: 'bulk' } }
    const key = randomUUID()
    const undo = whileWriting(1 + 500 + 1, () => Promise.reject(new AppError(503, 'unavailable')))
    assert.equal(expectStatus(await keyed(body, key, place.token), 503).json.affected, 500)
    undo()
    const again = expectStatus(await keyed(body, key, place.token), 202).json
    assert.deepEqual([again.total, again.planned, again.queued, again.scheduled], [505, 505, 500, 0])
    assert.equal(again.message, 'E-mails that will be sent: 500; left out in the middle: 5.')
    assert.equal(await countOf(again.batchId), 500)
  })

  it('are refused with the number where others were expected, and nobody gets one', async () => {
    const { token } = await sender()
    const people = [await own.person([]), await own.person([])]
    const filter = { target: 'admins', ids: people.map(({ id }) => id) }
    const refused = expectStatus(await keyed({ filter, expectedCount: 3 }, randomUUID(), token), 409).json
    assert.deepEqual([refused.code, refused.actualCount], ['state_conflict', 2])
    for (const { email } of people)
      assert.equal(
        expectStatus(await app.get(`${at}?search=${email}&templateId=${templateId}`, { token: own.token }), 200).json.totalCount,
        0,
      )
    const key = randomUUID()
    const made = expectStatus(await keyed({ filter, expectedCount: 2 }, key, token), 202).json
    assert.equal(made.queued, 2)
    // it is the same call, whatever number was told since
    assert.equal(expectStatus(await keyed({ filter, expectedCount: 3 }, key, token), 202).json.batchId, made.batchId)
  })
})
