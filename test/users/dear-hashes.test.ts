/** Imported hashes that are dearer than ours: they wait for each other, and for nobody else does anything change. */
import assert from 'node:assert/strict'
import { argon2, randomBytes, randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import bcrypt from 'bcrypt'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { linesOf } from '../least-body.ts'
import { eventsAbout } from './making.ts'
import { addUser, addWorkspace, type Workspace } from './rig.ts'

const metricsToken = 'metrics-9t3Kw1vXq8sZeRb2'
// of `password`, by the reference implementation of Argon2: 64 MiB
const dearHash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
const argon2Async = promisify(argon2)
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

// dearer than anything else that is taken over, and nobody's
const dearest = `$pbkdf2-sha512$i=2000000$c2FsdHNhbHQ$${'K'.repeat(86)}`

/** Some of `password`, with salts of their own; of `memory` KiB. */
const dearHashes = async (count: number, memory = 8192): Promise<string[]> => {
  const one = async () => {
    const nonce = randomBytes(16)
    const tag = await argon2Async('argon2id', { message: 'password', nonce, parallelism: 1, tagLength: 32, memory, passes: 2 })
    return `$argon2id$v=19$m=${memory},t=2,p=1$${base64(nonce)}$${base64(tag)}`
  }
  return await Promise.all(Array.from({ length: count }, one))
}

let app: TestApp
let place: Workspace
before(async () => {
  app = await startApp({ env: { METRICS_TOKEN: metricsToken } })
  place = await addWorkspace(app)
})

/** @returns their addresses */
async function importUsers(hashes: readonly string[]): Promise<string[]> {
  const people = hashes.map((passwordHash) => ({ email: `dear-${randomUUID()}@example.test`, passwordHash }))
  const reply = await app.request('POST', '/api/v1/users/import', { ...linesOf(people), token: place.adminToken })
  assert.match(expectStatus(reply, 200).text, new RegExp(`"affected":${hashes.length},"skipped":0`))
  return people.map(({ email }) => email)
}

const login = (username: string, password = 'password') =>
  app.post('/api/v1/auth/user/login', { username, password, tenantCode: place.code })

async function metric(name: string): Promise<number> {
  const { text } = expectStatus(await app.get('/metrics', { token: metricsToken }), 200)
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  )
}

const standing = () => metric('tenantry_dear_hash_waiting')

/** A sign-in that has its turn once `begun`, and keeps it for as long as that can take. */
function inTurn(email: string) {
  const { passwords } = app.open.service
  const { hashes } = passwords
  let isOver = false
  const reply = login(email).finally(() => {
    isOver = true
  })
  const begun = (async () => {
    while (passwords.hashes === hashes) await wait(1)
  })()
  return { reply, begun, isOver: () => isOver }
}

describe('sign-ins with dear hashes', () => {
  it('wait for each other, are turned away when too many do, and hold up no ordinary one', async () => {
    const dear = await importUsers(await dearHashes(24, 65_536))
    const ordinary = await Promise.all(Array.from({ length: 6 }, () => addUser(app, place.code)))
    const done: string[] = []
    const after = async (name: string, reply: ReturnType<typeof login>) => {
      const { status, headers } = await reply
      if (status !== 503) done.push(name)
      return { status, headers }
    }
    const dearReplies = dear.map((email) => after('dear', login(email)))
    // until they stand there, not for how long they take
    while ((await standing()) < 10) assert.ok(done.length < 12, 'they never stood in line')
    const replies = await Promise.all(ordinary.map(({ username, password }) => after('ours', login(username, password))))
    const servedBefore = done.length - replies.length
    const all = await Promise.all(dearReplies)
    assert.ok(replies.every(({ status }) => status === 200))
    const refused = all.filter(({ status }) => status === 503)
    assert.ok(servedBefore < all.length - refused.length, 'all of ours are through before the last of the dear ones')
    assert.ok(refused.length > 0 && refused.every(({ headers }) => headers['retry-after'] === '1'))
    assert.ok(all.every(({ status }) => status === 200 || status === 503))
    assert.equal(await metric('tenantry_dear_hash_refused_total'), refused.length)
    assert.equal(await metric('tenantry_password_hash_refused_total'), 0)
    const turnedAway = dear[all.findIndex(({ status }) => status === 503)] as string
    expectStatus(await login(turnedAway), 200)
  })

  it('are turned away beyond two at one address: who guesses there does not fill the line for the others', async () => {
    const [slow, guessed, other] = (await importUsers([dearest, ...(await dearHashes(2))])) as [string, string, string]
    const first = inTurn(slow)
    await first.begun
    const guesses = Array.from({ length: 20 }, (_, n) => login(guessed, `guess number ${n}`))
    while ((await standing()) < 2) assert.ok(!first.isOver(), 'they never stood in line')
    expectStatus(await login(other), 200)
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    assert.deepEqual([statuses.filter((status) => status === 503).length, statuses.filter((status) => status === 401).length], [18, 2])
  })

  it('of one tenant keep nobody from an ordinary account of another, where guesses are counted all the same', async () => {
    const elsewhere = await addWorkspace(app)
    const [slow, email, ...others] = (await importUsers([dearest, ...(await dearHashes(21))])) as [string, string, ...string[]]
    const ours = await addUser(app, elsewhere.code, { email })
    const anywhere = (password: string) => app.post('/api/v1/auth/user/login', { username: email, password })
    const first = inTurn(slow)
    await first.begun
    const crowd = others.map((other) => login(other, 'another password'))
    while ((await standing()) < 16) assert.ok(!first.isOver(), 'they never stood in line')
    const [opened, guessed] = await Promise.all([anywhere(ours.password), anywhere('another password')])
    assert.equal(expectStatus(opened, 200).json.user.id, ours.id)
    assert.equal(expectStatus(guessed, 503).headers['retry-after'], '1')
    const failed = (await eventsAbout(app, ours.id)).filter(({ type }) => type === 'auth.login.failed')
    assert.deepEqual(
      failed.map(({ data }) => (data as { reason: string }).reason),
      ['wrong_password'],
    )
    await Promise.all([...crowd, first.reply])
  })

  it('are dear once: the next finds a hash of ours, of dearer bcrypt too', async () => {
    const [argon2, dearer, same] = await importUsers([dearHash, await bcrypt.hash('password', 6), await bcrypt.hash('password', 4)])
    for (const email of [argon2, dearer, same] as string[]) {
      expectStatus(await login(email, 'another password'), 401)
      expectStatus(await login(email), 200)
      const { work } = app.open.service.passwords
      expectStatus(await login(email), 200)
      assert.equal(app.open.service.passwords.work - work, 2 ** 4, 'the work of one of ours, and none to renew it')
    }
  })
})
