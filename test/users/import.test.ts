/** Users from elsewhere: what a line makes, how each is answered, and what a hostile file comes to. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { mostInBatch } from '#http/bulk/bulk-run.ts'
import { mostInEmbeddedBatch } from '#modules/users/users.import.actions.ts'
import { ImportAnswer } from '#modules/users/users.import.schema.ts'
import { expectStatus, type Reply, startApp, type TestApp } from '../harness.ts'
import { linesOf } from '../least-body.ts'
import { addWorkspace, signInUser, type Workspace } from './rig.ts'

let app: TestApp
let place: Workspace
before(async () => {
  app = await startApp()
  place = await addWorkspace(app)
})

const path = '/api/v1/users/import'
// of `password`, by the reference implementation of Argon2
const argon2Hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'

/** The lines of an answer, each as it was declared. */
const told = ({ text }: Reply) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => ImportAnswer.strict().parse(JSON.parse(line)))

async function send(lines: readonly unknown[], query = '', token = place.adminToken) {
  const reply = await app.request('POST', path + query, { ...linesOf(lines), token })
  return { reply, lines: reply.status === 200 ? told(reply) : [] }
}

const person = (more: object = {}) => ({ email: `i-${randomUUID().slice(0, 13)}@example.test`, ...more })

async function addProvider(tenantId: string, name: string): Promise<string> {
  const [id, now] = [randomUUID(), app.clock.now()]
  const about = { displayName: name, issuer: 'https://id.acme.example', clientId: 'c', scopes: 'openid', trustEmail: false, isActive: true }
  await app.open.service.database.kysely
    .insertInto('identityProviders')
    .values({ id, tenantId, name, ...about, createdAt: now, updatedAt: now })
    .execute()
  return id
}

describe('an import', () => {
  it('makes what a creation makes, and answers each line with its id', async () => {
    const [whole, bare] = [
      person({
        username: `imp-${randomUUID().slice(0, 8)}`,
        firstName: 'Lina',
        lastName: 'Khoury',
        phoneNumber: '+962790000001',
        emailVerified: true,
        phoneVerified: true,
        createdAt: '2020-02-29T12:00:00+02:00',
        passwordHash: argon2Hash,
      }),
      person(),
    ] as { email: string; username?: string }[]
    const { reply, lines } = await send([whole, '', ' \t\r', bare])
    assert.equal(reply.headers['content-type'], 'application/x-ndjson')
    assert.deepEqual(
      lines.map(({ line }) => line),
      [1, 4, undefined],
    )
    assert.deepEqual(lines.at(-1), { affected: 2, skipped: 0 })
    const id = lines[0]!.id as string
    const user = expectStatus(await app.get(`/api/v1/users/${id}`, { token: place.adminToken }), 200).json
    const { email, username, firstName, lastName, phoneNumber, emailVerified, phoneVerified, createdAt, isActive, tenantId } = user
    assert.deepEqual(
      { email, username, firstName, lastName, phoneNumber, emailVerified, phoneVerified, createdAt, isActive, tenantId },
      {
        email: whole!.email,
        username: whole!.username,
        firstName: 'Lina',
        lastName: 'Khoury',
        phoneNumber: '+962790000001',
        emailVerified: true,
        phoneVerified: true,
        createdAt: '2020-02-29T10:00:00.000Z',
        isActive: true,
        tenantId: place.id,
      },
    )
    const found = expectStatus(await app.get(`/api/v1/users?search=${whole!.email}`, { token: place.adminToken }), 200).json
    assert.equal(found.totalCount, 1)
    const { kysely } = app.open.service.database
    const { rows: events } = await sql<{ type: string; data: { tenant: { id: string } }; person: { changes: unknown } }>`
      select type, data, person from events where entity_id = ${id}`.execute(kysely)
    assert.equal(events.length, 1)
    const { tenant: told, ...data } = events[0]!.data
    assert.deepEqual([events[0]!.type, data], ['user.created', { isImported: true, source: 'admin_created' }])
    assert.equal(told.id, place.id)
    const { rows: mails } = await sql`select from emails where tenant_id = ${place.id} and created_at > now() - interval '1 hour'
      and recipient_id in (${id}, ${lines[1]!.id})`.execute(kysely)
    assert.equal(mails.length, 0)
    const { rows: counts } = await sql<{ kept: number; real: number }>`
      select (select sum(n)::integer from tenant_account_counts where tenant_id = ${place.id} and kind = 'user') as kept,
        (select count(*)::integer from accounts where tenant_id = ${place.id} and kind = 'user' and deleted_at is null) as real`.execute(
      kysely,
    )
    assert.equal(counts[0]!.kept, counts[0]!.real)
  })

  it('signs in with the password from elsewhere, which is hashed anew with that', async () => {
    const one = person({ passwordHash: argon2Hash })
    const { lines } = await send([one])
    const secretOf = async () => {
      const { rows } = await sql<{ secret: string }>`select secret from credentials where account_id = ${lines[0]!.id}`.execute(
        app.open.service.database.kysely,
      )
      return rows.map(({ secret }) => secret)
    }
    assert.deepEqual(await secretOf(), [argon2Hash])
    const given = { username: one.email, tenantCode: place.code }
    const wrong = await app.post('/api/v1/auth/user/login', { ...given, password: 'Password' })
    assert.equal(wrong.status, 401)
    await Promise.all([1, 2, 3].map(() => signInUser(app, { ...given, password: 'password' })))
    const [renewed] = await secretOf()
    assert.match(renewed as string, /^\$2b\$04\$/)
    await signInUser(app, { ...given, password: 'password' })
    assert.deepEqual(await secretOf(), [renewed])
  })

  it('lets nobody in by a password where none came along', async () => {
    const one = person()
    await send([one])
    for (const password of ['', ' ', 'null', 'password'])
      assert.ok(
        [400, 401].includes((await app.post('/api/v1/auth/user/login', { username: one.email, password, tenantCode: place.code })).status),
      )
  })

  it('answers what is there already with conflict, and goes on', async () => {
    const [first, second, third] = [person(), person({ username: `dup-${randomUUID().slice(0, 8)}` }), person()]
    await send([second])
    const { lines } = await send([first, second, { ...third, username: first!.email }, third, first])
    const codes = lines.map(({ code, errors }) => [code, errors?.map(({ field }) => field).join()])
    assert.deepEqual(codes, [
      [undefined, undefined],
      ['conflict', 'email,username'],
      ['validation_failed', 'username'],
      [undefined, undefined],
      ['conflict', 'email'],
      [undefined, undefined],
    ])
    assert.deepEqual(lines.at(-1), { affected: 2, skipped: 3 })
  })

  it('links to somebody of a provider, who opens one user of a tenant alone', async () => {
    const [google, own] = [
      { provider: 'google', subject: randomUUID() },
      { provider: 'acme-sso', subject: 'x y' },
    ]
    const providerId = await addProvider(place.id, 'acme-sso')
    await addProvider((await addWorkspace(app)).id, 'globex-sso')
    const { lines } = await send([person({ externalLogins: [google, own, google] }), person({ externalLogins: [google] }), person()])
    const told = (all: typeof lines) => all.map(({ code, errors }) => [code, errors?.map(({ field }) => field).join()])
    assert.deepEqual(told(lines), [
      [undefined, undefined],
      ['conflict', 'externalLogins.0'],
      [undefined, undefined],
      [undefined, undefined],
    ])
    const { rows } = await sql<{ provider: string; subject: string; kind: string; tenantId: string }>`
      select provider, subject, kind, tenant_id from external_logins where account_id = ${lines[0]!.id} order by subject = 'x y' desc`.execute(
      app.open.service.database.kysely,
    )
    const place_ = { kind: 'user', tenantId: place.id }
    assert.deepEqual(rows, [
      // as sign-in looks for it
      { ...own, provider: providerId, ...place_ },
      { ...google, ...place_ },
    ])
    for (const query of ['?dryRun=true', '']) {
      const again = await send([person({ externalLogins: [{ ...own, subject: 'other' }, own] })], query)
      assert.deepEqual(told(again.lines)[0], ['conflict', 'externalLogins.1'])
    }
    for (const provider of ['globex-sso', 'gogle']) {
      const { lines } = await send([person({ externalLogins: [google, { provider, subject: 'x' }] })])
      assert.deepEqual(told(lines)[0], ['validation_failed', 'externalLogins.1.provider'])
    }
    const wrong = await send([person({ externalLogins: [{ provider: 'Google', subject: '' }] })])
    assert.deepEqual(told(wrong.lines)[0], ['validation_failed', 'externalLogins.0.provider,externalLogins.0.subject'])
  })

  it('only tells in a dry run, over all batches', async () => {
    const many = Array.from({ length: 700 }, () => person())
    const { lines } = await send([...many, many[3]], '?dryRun=true')
    assert.deepEqual(lines.at(-1), { affected: 700, skipped: 1 })
    assert.deepEqual([lines[0]!.id, lines[700]!.code], [null, 'conflict'])
    const { lines: real } = await send([many[0], many[699]], '?dryRun=false')
    assert.deepEqual(real.at(-1), { affected: 2, skipped: 0 })
  })

  it('names the tenant, or is refused before anything is read', async () => {
    const platform = await app.superToken()
    const missing = await send([person()], '', platform)
    assert.deepEqual([missing.reply.status, missing.reply.json.errors[0].field], [400, 'tenantId'])
    assert.equal((await send([person()], `?tenantId=${place.id}`, platform)).lines.at(-1)!.affected, 1)
    const other = await addWorkspace(app)
    for (const id of [other.id, randomUUID()]) assert.equal((await send([person()], `?tenantId=${id}`)).reply.status, 404)
    assert.equal((await app.post(path, { email: 'a@b.example' }, { token: place.adminToken })).status, 415)
    assert.equal((await app.post(path, undefined, { token: place.adminToken })).status, 415)
    assert.equal((await app.request('POST', '/api/v1/users', { ...linesOf([person()]), token: place.adminToken })).status, 415)
    const utf16 = { ...linesOf([person()]), headers: { 'content-type': 'application/x-ndjson; charset=utf-16' } }
    assert.equal((await app.request('POST', path, { ...utf16, token: place.adminToken })).status, 415)
    const empty = await app.request('POST', path, { ...linesOf([]), token: place.adminToken })
    assert.deepEqual(told(empty), [{ affected: 0, skipped: 0 }])
  })
})

describe('a hostile file', () => {
  it('is answered line by line, and nothing of it is repeated', async () => {
    const good = person()
    const secret = `$2b$31$${'s'.repeat(53)}`
    const bytes = Buffer.concat(
      [
        `{"email":"long@example.test","firstName":"${'x'.repeat(64 * 1024)}"}\n`,
        Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d, 0x0a]),
        `${JSON.stringify(person({ passwordHash: secret }))}\n`,
        `${JSON.stringify(person({ passwordHash: 'hunter2-in-clear' }))}\n`,
        '[]\nnull\n"x"\n{}\n',
        `{"email":"p@example.test","__proto__":{"isActive":false},"roleId":"x"}\n`,
        `${'['.repeat(5000)}\n`,
        `${JSON.stringify(person({ createdAt: '2999-01-01T00:00:00Z' }))}\n`,
        `${JSON.stringify(person({ phoneVerified: true }))}\n`,
        `${JSON.stringify(good)}\n`,
        '{"email":"q@example.test","roleId":"x","tenantId":"x","isActive":false}\n{"email":"cut@exam',
      ].map((part) => Buffer.from(part as string)),
    )
    const headers = { 'content-type': 'application/x-ndjson' }
    const reply = await app.request('POST', path, { raw: bytes, headers, token: place.adminToken })
    const lines = told(reply)
    assert.deepEqual(
      lines.map(({ line, code, errors = [] }) => [line, code, [...new Set(errors.map(({ field, code }) => `${field} ${code}`))].join()]),
      [
        [1, 'payload_too_large', ''],
        [2, 'malformed_json', ''],
        [3, 'validation_failed', 'passwordHash too_big'],
        [4, 'validation_failed', 'passwordHash format'],
        [5, 'validation_failed', 'line type'],
        [6, 'validation_failed', 'line type'],
        [7, 'validation_failed', 'line type'],
        [8, 'validation_failed', 'email required'],
        [9, 'validation_failed', '__proto__ unknown_property'],
        [10, 'validation_failed', ' too_deep'],
        [11, 'validation_failed', 'createdAt too_big'],
        [12, 'validation_failed', 'phoneVerified not_allowed_value'],
        [13, undefined, ''],
        [14, 'validation_failed', 'roleId unknown_property,tenantId unknown_property,isActive unknown_property'],
        [15, 'malformed_json', ''],
        [undefined, undefined, ''],
      ],
    )
    assert.deepEqual(lines.at(-1), { affected: 1, skipped: 14 })
    const everything = reply.text + JSON.stringify(app.logs)
    for (const part of [secret, 'hunter2', argon2Hash]) assert.ok(!everything.includes(part), part)
  })

  it('of one line five thousand times makes one user', async () => {
    const { lines } = await send(Array.from({ length: 5000 }, () => same))
    assert.deepEqual(lines.at(-1), { affected: 1, skipped: 4999 })
    assert.equal(lines.length, 5001)
  })
  const same = person()

  it('stops with who hangs up, in whole batches', async () => {
    const batch = app.config.databaseUrl === null ? mostInEmbeddedBatch : mostInBatch
    const mark = randomUUID().slice(0, 8)
    const { hostname, port } = new URL(app.url)
    const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${place.adminToken}` }
    const outgoing = request({ hostname, port, method: 'POST', path, headers })
    const answer = Promise.withResolvers<void>()
    outgoing.on('response', (incoming) => incoming.once('data', () => answer.resolve())).on('error', () => {})
    for (let n = 0; n < 750; n++) outgoing.write(`${JSON.stringify({ email: `gone-${n}-${mark}@example.test` })}\n`)
    await answer.promise
    outgoing.destroy()
    await app.get('/api/v1/users?pageSize=1', { token: place.adminToken })
    const count = async () =>
      (
        await sql<{ n: number }>`select count(*) as n from accounts where email like ${`gone-%${mark}@%`}`.execute(
          app.open.service.database.kysely,
        )
      ).rows[0]!.n
    const made = await count()
    assert.ok(made > 0 && made <= 700 && made % batch === 0, String(made))
  })
})
