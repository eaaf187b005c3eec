/** What the client sends again and what not, what it says of failures, and its requests in particular. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { Misanswered, Refused, TimedOut, Unreachable } from '../../client/src/client.ts'
import { addTemplate } from '../emails/rig.ts'
import { startApp, superAdmin, type TestApp } from '../harness.ts'
import { faultProxy } from '../rig/proxy.ts'
import { Browser } from './browser.ts'
import { type Front, frontOf, refusal, unavailable } from './front.ts'
import { clientOf, signIn } from './rig.ts'

let app: TestApp
let front: Front
const owner = { ...superAdmin, id: '', tenantId: null }
before(async () => {
  app = await startApp()
  front = await frontOf(app.url)
})

async function signedIn(url = front.url, more = {}) {
  const client = clientOf(url, more)
  await signIn(client, owner)
  return client
}

/** How often it came while `work` was done. */
async function timesOf(at: string, work: () => Promise<unknown>): Promise<number> {
  const before = front.came.filter((came) => came === at).length
  await work()
  return front.came.filter((came) => came === at).length - before
}

const roles = '/api/v1/roles'
const own = '/api/v1/Admins/me'
const newRole = (name: string) => ({ body: { name } })

describe('a call that fails', () => {
  it('is made again where it only reads: not available, too many, or a proxy that has nobody behind it', async () => {
    const client = await signedIn()
    for (const answer of [unavailable(0), refusal(429, 'rate_limited', 0), { status: 502, body: '<h1>Bad Gateway</h1>' }]) {
      front.answer(`GET ${roles}`, answer)
      assert.equal(await timesOf(`GET ${roles}`, () => client.call('listRoles')), 2)
    }
  })

  it('is made again twice at most, and not where it would wait too long', async () => {
    const client = await signedIn(front.url, { longestWaitMs: 1_000 })
    const isUnavailable = (error: unknown) => error instanceof Refused && error.code === 'unavailable' && error.retryAfterSeconds !== null
    const ask = () => assert.rejects(client.call('listRoles'), isUnavailable)
    for (let n = 0; n < 3; n++) front.answer(`GET ${roles}`, unavailable(0))
    assert.equal(await timesOf(`GET ${roles}`, ask), 3)
    front.answer(`GET ${roles}`, unavailable(5))
    assert.equal(await timesOf(`GET ${roles}`, ask), 1)
  })

  it('goes to no other address, whatever stands in its path', async () => {
    const client = await signedIn()
    const sent = front.came.length
    for (const id of ['', '.', '..', undefined as unknown as string])
      await assert.rejects(client.call('deleteRole', { path: { id } }), { name: 'TypeError', message: /path\.id/ })
    assert.equal(front.came.length, sent)
    await assert.rejects(client.call('deleteRole', { path: { id: '../Admins' } }), Refused)
    assert.equal(front.came.at(-1), `DELETE ${roles}/..%2FAdmins`)
  })

  it('is never made again where it makes something', async () => {
    const client = await signedIn()
    for (const answer of [unavailable(0), refusal(429, 'rate_limited', 0)]) {
      front.answer(`POST ${roles}`, answer)
      const ask = () => assert.rejects(client.call('createRole', newRole('Once')), Refused)
      assert.equal(await timesOf(`POST ${roles}`, ask), 1)
    }
  })

  it('is made again where it sends a key: one mail, though the first answer was lost', async () => {
    await using proxy = await faultProxy(app.url)
    const browser = new Browser()
    const client = await signedIn(proxy.through(app.url), { fetch: browser.fetch })
    const templateId = await addTemplate(app, null)
    proxy.loseAnswerTo('POST /api/v1/emails/send', 'cut')
    const { id } = await client.call('sendEmail', { body: { to: 'lina@acme.example', templateId, variables: { name: 'Lina' } } })
    assert.deepEqual(browser.answersTo('POST /api/v1/emails/send'), [null, 202])
    const { items } = await client.call('listEmails')
    assert.deepEqual(
      items.map((mail) => mail.id),
      [id],
    )
  })

  it('is not made again where a part of it may be done, for that would pass for all; the caller may, with the same key', async () => {
    await using proxy = await faultProxy(front.url)
    const client = await signedIn(proxy.through(front.url))
    const at = 'POST /api/v1/emails/send-bulk'
    const body = { templateId: await addTemplate(app, null), recipients: [{ to: 'lina@acme.example', variables: { name: 'Lina' } }] }
    const idempotencyKey = 'of-my-own'
    const ask = () => client.call('sendEmails', { body }, { idempotencyKey })
    proxy.loseAnswerTo(at, 'cut')
    assert.equal(await timesOf(at, () => assert.rejects(ask(), Unreachable)), 1)
    const { planned, queued } = await ask()
    assert.deepEqual([planned, queued], [1, 1])
    front.answer(at, unavailable(0))
    assert.equal(await timesOf(at, () => assert.rejects(ask(), Refused)), 1)
    // shut out in the middle
    const halfDone = refusal(401, 'token_expired')
    front.answer(at, { ...halfDone, body: JSON.stringify({ ...JSON.parse(halfDone.body), affected: 500 }) })
    assert.equal(await timesOf(at, () => assert.rejects(ask(), Refused)), 1)
    front.answer(at, refusal(429, 'rate_limited', 0))
    assert.equal(await timesOf(at, ask), 2)
  })

  it('is made again where it writes what it says, but not where the second answer would mislead', async () => {
    const client = await signedIn()
    const { id } = await client.call('createRole', newRole('Changed'))
    const at = `${roles}/${id}`
    front.answer(`PUT ${at}`, unavailable(0))
    assert.equal(await timesOf(`PUT ${at}`, () => client.call('updateRole', { path: { id }, body: { name: 'Other' } })), 2)
    front.answer(`PUT ${at}`, unavailable(0))
    const { version } = await client.call('getRole', { path: { id } })
    const change = { path: { id }, body: { name: 'Third', version } }
    assert.equal(await timesOf(`PUT ${at}`, () => assert.rejects(client.call('updateRole', change), Refused)), 1)
    front.answer(`DELETE ${at}`, unavailable(0))
    assert.equal(await timesOf(`DELETE ${at}`, () => assert.rejects(client.call('deleteRole', { path: { id } }), Refused)), 1)
    front.answer(`DELETE ${at}`, refusal(429, 'rate_limited', 0))
    assert.equal(await timesOf(`DELETE ${at}`, () => client.call('deleteRole', { path: { id } })), 2)
  })

  it('waits as long as a service says that counts', async () => {
    const limited = await startApp({ env: { RATE_LIMITS: 'on', RATE_LIMIT_GLOBAL: '3/1' } })
    const browser = new Browser()
    const client = await signedIn(limited.url, { fetch: browser.fetch })
    const replies = await Promise.all(Array.from({ length: 5 }, () => client.call('getOwnProfile', {}, { retries: 5 })))
    assert.equal(replies.length, 5)
    const answers = browser.answersTo(`GET ${own}`)
    assert.equal(answers.filter((status) => status === 200).length, 5)
    assert.ok(answers.includes(429))
    await limited.close()
  })
})

describe('a connection that fails', () => {
  it('is no answer: a reading call is made again, any other says so', async () => {
    await using proxy = await faultProxy(app.url)
    const client = await signedIn(proxy.through(app.url))
    proxy.loseAnswerTo(`GET ${roles}`, 'cut')
    assert.ok((await client.call('listRoles')).items)
    proxy.loseAnswerTo(`POST ${roles}`, 'cut')
    await assert.rejects(client.call('createRole', newRole('Made, and not told')), Unreachable)
    const made = await client.call('listRoles', { query: { search: 'Made, and not told' } })
    assert.equal(made.items.length, 1)
    proxy.mode('refuse')
    proxy.cut()
    await assert.rejects(client.call('getOwnProfile', {}, { retries: 0 }), Unreachable)
  })

  it('is given up after the time of the call, or when its caller says so', async () => {
    await using proxy = await faultProxy(app.url)
    const client = await signedIn(proxy.through(app.url))
    proxy.loseAnswerTo(`GET ${own}`, 'silent')
    await assert.rejects(client.call('getOwnProfile', {}, { timeoutMs: 100 }), TimedOut)
    proxy.loseAnswerTo(`GET ${own}`, 'silent')
    const gone = new AbortController()
    const call = client.call('getOwnProfile', {}, { signal: gone.signal })
    gone.abort(new Error('enough'))
    await assert.rejects(call, /enough/)
  })
})

describe('times that are longer than a timer of the platform', () => {
  const long = [2 ** 31, 2 ** 53, Number.POSITIVE_INFINITY]

  it('are no reason to give a call up at once', async () => {
    const client = await signedIn()
    for (const timeoutMs of long) assert.ok(await client.call('getOwnProfile', {}, { timeoutMs }))
  })

  it('are waited for before a call is made again, and not the thousandth of a second that such a timer makes of them', async () => {
    const client = await signedIn(front.url, { longestWaitMs: Number.POSITIVE_INFINITY })
    for (const ms of long) {
      front.answer(`GET ${roles}`, unavailable(ms / 1000))
      const gone = new AbortController()
      const asked = timesOf(`GET ${roles}`, () => client.call('listRoles', {}, { signal: gone.signal }).catch(() => undefined))
      setTimeout(() => gone.abort(), 200)
      assert.equal(await asked, 1)
    }
  })
})

describe('a refusal', () => {
  it('says all that the service said', async () => {
    const client = await signedIn(front.url, { language: 'ar' })
    const outcome = await client.attempt('createAdmin', { body: { email: 'x', firstName: '', lastName: 'L', roleId: 'no id' } })
    assert.ok(!outcome.isDone)
    const { code, status, fields, message, traceId, answer } = outcome.refused
    assert.deepEqual([code, status, answer.code], ['validation_failed', 400, code])
    assert.ok(fields.some(({ field }) => field === 'email'))
    assert.match(message, /[\u0600-\u06ff]/)
    assert.ok(traceId)
  })

  it('of something else than the service is told apart', async () => {
    const client = await signedIn()
    front.answer(`POST ${roles}`, { status: 403, body: '<h1>Blocked by the company</h1>' })
    const isOther = (error: unknown) => error instanceof Misanswered && error.status === 403 && error.text.includes('company')
    await assert.rejects(client.call('createRole', newRole('Never')), isOther)
    front.answer(`GET ${own}`, { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Log in to the Wi-Fi</h1>' })
    await assert.rejects(client.call('getOwnProfile'), (error) => error instanceof Misanswered && error.status === 200)
  })
})
