/** What was planted on a tour through everything is found where it belongs and nowhere else. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { mailVariablesContext } from '#jobs/mail.ts'
import { openContent } from '#modules/emails/mail-content.ts'
import { loginPath } from '../auth/people.ts'
import { expectStatus, type Reply, startApp, superAdmin, type TestApp } from '../harness.ts'
import { assertNothingUnforeseen } from './refusals.ts'
import { operations, type Tour, tour } from './tour.ts'

const area = '/api/v1/auth/admin'
let app: TestApp
let superId: string
/** P above T and S, each with people, mails, events and a history of its own. */
let P: Tour
let T: Tour
let S: Tour
const secrets = new Set<string>()
const marks = { P: `canary-p-${randomUUID()}`, T: `canary-t-${randomUUID()}`, S: `canary-s-${randomUUID()}` }
const mischief: Reply[] = []

before(async () => {
  app = await startApp({ env: { LOG_LEVEL: 'trace' } })
  P = await tour(app, 0, { mark: marks.P })
  T = await tour(app, 0, { mark: marks.T, parentTenantId: P.tenantId })
  S = await tour(app, 1, { mark: marks.S, parentTenantId: P.tenantId })
  superId = (await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })).user.id
  for (const secret of [...P.secrets, ...T.secrets, ...S.secrets, superAdmin.password]) secrets.add(secret)
  mischief.push(...(await misuse()))
})

/** Secrets where they do not belong, and ones that are wrong: they must not be kept any more than right ones. */
async function misuse(): Promise<Reply[]> {
  const typed = `typed into the wrong place ${randomUUID()}`
  const word = `Secret-${randomUUID()}`
  const token = (await app.signIn(S.admin.email, S.admin.password, { tenantId: S.tenantId })).accessToken
  for (const each of [typed, word, token]) secrets.add(each)
  const login = (body: object) => app.post(loginPath, { tenantId: S.tenantId, ...body })
  return [
    await login({ identifier: S.admin.email, password: typed }),
    await login({ identifier: word, password: typed }),
    await login({ identifier: `${word}@example.test`, password: typed }).finally(() => secrets.delete(`${word}@example.test`)),
    await login({ identifier: typed, password: '' }),
    await login({ identifier: S.admin.email, password: typed, twoFactorToken: word, [word]: 1 }),
    await app.request('POST', loginPath, { raw: `{"password":"${typed}"`, headers: { 'content-type': 'application/json' } }),
    await app.post(`${loginPath}?password=${word}`, { identifier: S.admin.email, password: typed }),
    await app.post(`${area}/refresh`, { refreshToken: word }),
    await app.post(`${area}/2fa/verify`, { twoFactorToken: word, code: '123456' }),
    await app.post(`${area}/reset-password`, { challengeToken: word, newPassword: typed }),
    await app.post(`${area}/verify-reset-otp`, { token: word }),
    await app.get(`/api/v1/Admins/me?access_token=${token}`),
    await app.get('/api/v1/Admins/me', { headers: { authorization: `Bearer ${word}` } }),
    await app.get('/api/v1/Admins/me', { headers: { authorization: `Basic ${word}` } }),
    await app.get('/api/v1/Admins/me', { headers: { cookie: `tenantry_refresh=${word}`, 'user-agent': 'a reader' } }),
    await app.post(`/api/v1/Admins/${S.admin.id}/change-password`, { currentPassword: typed, newPassword: word }, { token }),
    await app.post(
      `/api/v1/Admins/${S.admin.id}/change-password`,
      { currentPassword: S.admin.password, newPassword: '1234567' },
      { token },
    ),
    await app.post(`${area}/2fa/enable`, { password: typed }, { token }),
    await app.get(`/reset-password?token=${word}`),
    await app.get(`/${word}`),
  ]
}

/** Codes are short: only where they stand alone, not by chance within a number. */
const holds = (text: string, secret: string) =>
  /^[0-9]{6,8}$/.test(secret) ? new RegExp(`(?<![0-9a-zA-Z.-])${secret}(?![0-9a-zA-Z-])`).test(text) : text.includes(secret)
const found = (text: string) => [...secrets].filter((secret) => holds(text, secret))
const hash = /\$2[aby]\$\d\d\$/

async function rowsOf(table: string): Promise<string> {
  const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(
    app.open.service.database.kysely,
  )
  return JSON.stringify(rows)
}

/** What may answer a secret, because it has just made it. */
const issuers = new Set(
  [
    'login',
    'login/:provider',
    'refresh',
    '2fa/enable',
    '2fa/confirm',
    '2fa/verify',
    '2fa/backup-codes/regenerate',
    'verify-reset-otp',
    'stop-impersonation',
  ]
    .flatMap((name) => [`POST ${area}/${name}`, `POST /api/v1/auth/user/${name}`])
    .concat(`POST ${area}/impersonate/:id`, 'POST /api/v1/Admins/:id/impersonate', 'POST /api/v1/Admins/stop-impersonation')
    .concat('POST /api/v1/notifications/stream-ticket')
    .concat('POST /api/v1/webhooks', 'GET /api/v1/webhooks/:id/secret', 'POST /api/v1/webhooks/:id/rotate-secret')
    .flatMap((name) => operations.get(name)?.addresses.map(({ method, url }) => `${String(method)} ${url}`) ?? []),
)

describe('secrets', () => {
  it('has something to look for, and finds it where it was issued', () => {
    assert.ok(secrets.size > 60, `${secrets.size} secrets`)
    const issuing = [...P.visits, ...T.visits, ...S.visits].filter(({ address }) => issuers.has(address))
    for (const { address, reply } of issuing) assert.ok(found(reply.text).length > 0, address)
  })

  it('no answer holds a secret but the one that issues it, and none a hash', () => {
    for (const { address, reply } of [...P.visits, ...T.visits, ...S.visits]) {
      assert.doesNotMatch(reply.text, hash, address)
      if (!issuers.has(address)) assert.deepEqual(found(reply.text + reply.rawHeaders.join('\n')), [], address)
    }
    for (const reply of mischief) {
      // a page, or the way to one
      assert.ok(reply.status >= 302 || reply.headers['content-type']?.includes('text/html'), reply.text)
      assert.deepEqual(found((reply.text + reply.rawHeaders.join('\n')).replace(/"field":"Secret-[^"]+"/, '')), [], reply.text)
    }
  })

  it('no line of the log holds a secret, a hash or a query', () => {
    assert.ok(app.logs.length > 0)
    const text = JSON.stringify(app.logs)
    assert.deepEqual(found(text), [])
    assert.doesNotMatch(text, hash)
    assert.doesNotMatch(text, /access_token|password=/)
    assertNothingUnforeseen(app)
  })

  it('no event holds a secret or a hash', async () => {
    const text = await rowsOf('events')
    assert.ok(text.includes('auth.login.failed'))
    assert.deepEqual(found(text), [])
    assert.doesNotMatch(text, hash)
    const token = await app.superToken()
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { json, text } = expectStatus(await app.get(`/api/v1/audit?pageSize=100&page=${page}`, { token }), 200)
      pages = json.totalPages
      assert.deepEqual(found(text), [])
    }
  })

  it('no row of any table holds a secret in clear', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      app.open.service.database.kysely,
    )
    assert.ok(rows.length > 20)
    for (const { name } of rows) {
      const text = await rowsOf(name)
      assert.deepEqual(found(text), [], name)
      const bytes = [...secrets]
        .filter((secret) => /^[\w-]{43}$/.test(secret))
        .map((secret) => Buffer.from(secret, 'base64url').toString('hex'))
      for (const each of bytes) assert.ok(!text.includes(each), name)
    }
  })
})

const forbiddenFor = (own: Tour, others: [Tour, string][]) => [
  ...others.flatMap(([other, mark]) => [mark, other.tenantId, other.admin.id]),
  superId,
  superAdmin.email,
  ...(own === P ? [] : [app.open.service.keys.opaqueIds.encode('tenant', P.tenantId)]),
]

const asking = (token: string) => (method: string, path: string, body?: object) =>
  app.request(method, path, { token, ...(body && { body }) })

/** Every list an admin of one tenant can ask for, and every filter that could reach into another. */
async function readLists(token: string, other: Tour, mark: string): Promise<Reply[]> {
  const call = asking(token)
  const lists = ['/api/v1/Tenants', '/api/v1/Admins', '/api/v1/audit', `${area}/security-log`]
  const queries = ['pageSize=100', `search=${mark}`, `search=${other.admin.email}`, `tenantId=${other.tenantId}`, `actorId=${superId}`]
  const seen = []
  for (const path of lists) for (const query of queries) seen.push(await call('GET', `${path}?${query}`))
  for (const path of ['/api/v1/Admins/me', '/api/v1/permissions/my', `${area}/sessions`]) seen.push(await call('GET', path))
  return seen
}

/** Every place where an id of another tenant may be named; each try stands in the caller's own audit log, with the id as sent. */
async function nameRecords(token: string, other: Tour, mark: string): Promise<Reply[]> {
  const call = asking(token)
  const above = asking(await app.superToken())
  const entry = (await above('GET', `/api/v1/audit?tenantId=${other.tenantId}`)).json.items[0].id
  const role = (await above('GET', `/api/v1/Admins/${other.admin.id}`)).json.role.id
  const person = () => ({ email: `pry-${randomUUID()}@example.test`, firstName: 'A', lastName: 'B', roleId: role })
  const gone = [`Tenants/${other.tenantId}`, `Admins/${other.admin.id}`, `admin/${superId}`, `audit/${entry}`]
  const refused: [string, string, object?][] = [
    ...gone.map((path): [string, string] => ['GET', `/api/v1/${path}`]),
    ['POST', `/api/v1/Admins/${other.admin.id}/block`, {}],
    ['POST', `/api/v1/Admins/${other.admin.id}/change-password`, { currentPassword: 'x', newPassword: 'another password' }],
    ['DELETE', `${area}/sessions/${other.admin.id}`],
    ['POST', '/api/v1/Admins', person()],
    ['POST', '/api/v1/Admins', { ...person(), tenantId: other.tenantId }],
    ['POST', '/api/v1/Tenants', { name: 'A place', parentTenantId: other.tenantId }],
  ]
  const seen = []
  for (const [method, path, body] of refused) {
    const reply = await call(method, path, body)
    assert.equal(reply.status, 404, `${method} ${path} ${reply.text}`)
    seen.push(reply)
  }
  return [
    ...seen,
    expectStatus(await call('POST', `${area}/impersonate/${other.admin.id}`, {}), 403),
    // a code is public, so that it may say 409, but not whose it is
    expectStatus(await call('POST', '/api/v1/Tenants', { name: 'A place', code: `t-${mark}`.toLowerCase() }), 409),
  ]
}

describe('records of other tenants', () => {
  const cases = (): [string, Tour, [Tour, string][]][] => [
    [
      'S',
      S,
      [
        [T, marks.T],
        [P, marks.P],
      ],
    ],
    [
      'T',
      T,
      [
        [S, marks.S],
        [P, marks.P],
      ],
    ],
  ]

  it('has something to find: who stands above both sees both', async () => {
    const token = (await app.signIn(P.admin.email, P.admin.password, { tenantId: P.tenantId })).accessToken
    for (const path of ['Tenants?', 'Admins?', 'audit?action=role.created&']) {
      const { text } = expectStatus(await app.get(`/api/v1/${path}pageSize=100`, { token }), 200)
      for (const mark of Object.values(marks)) assert.ok(text.includes(mark), `${path} ${mark}`)
      for (const canary of [superId, superAdmin.email]) assert.ok(!text.includes(canary), path)
    }
  })

  it('no answer to an admin holds anything of a sibling, of the tenant above, or of who acts from above', async () => {
    for (const [name, own, others] of cases()) {
      const token = (await app.signIn(own.admin.email, own.admin.password, { tenantId: own.tenantId })).accessToken
      const replies = []
      for (const step of [readLists, nameRecords]) for (const [other, mark] of others) replies.push(...(await step(token, other, mark)))
      for (const reply of replies)
        for (const canary of forbiddenFor(own, others)) assert.ok(!reply.text.includes(canary), `${name}: ${canary} in ${reply.text}`)
    }
  })

  it('no mail holds anything of another tenant', async () => {
    const { database, keys } = app.open.service
    const mails = await database.kysely.selectFrom('emails').selectAll().execute()
    for (const [name, own, others] of cases()) {
      const sent = mails.filter(({ tenantId }) => tenantId === own.tenantId)
      assert.ok(sent.length >= 5, `${name}: ${sent.length} mails`)
      for (const mail of sent) {
        const filled = mail.variables === null ? '' : keys.openSecret(mail.variables, mailVariablesContext(mail.id))
        const said = mail.content === null ? '' : JSON.stringify(openContent(app.open.service, mail.id, mail.content))
        const text = JSON.stringify(mail) + filled + said
        for (const canary of forbiddenFor(own, others)) assert.ok(!text.includes(canary), `${name}: ${mail.template}`)
      }
    }
  })
})
