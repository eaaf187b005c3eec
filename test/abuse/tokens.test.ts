/** Access tokens that nobody issued, and good ones where they do not belong: over HTTP, against every kind of route. */
import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { enableTwoFactor, pendingToken } from '../auth/authenticator.ts'
import { addAdmin, addTenant, login, type TestAdmin } from '../auth/people.ts'
import { expectStatus, startApp, superAdmin, type TestApp, type Tokens } from '../harness.ts'
import { sendRaw } from '../rig/http.ts'
import { assertError, assertNothingUnforeseen } from './refusals.ts'

const me = '/api/v1/Admins/me'
const area = '/api/v1/auth/admin'
let app: TestApp
let admin: TestAdmin
let own: Tokens
let top: Tokens
before(async () => {
  app = await startApp()
  admin = await addAdmin(app, await addTenant(app))
  own = expectStatus(await login(app, admin), 200).json
  top = await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
})
after(() => assertNothingUnforeseen(app))

type Json = Record<string, unknown>
const part = (value: object | string) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const claimsOf = (token: string): Json => JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString())
const key = () => app.open.service.keys.accessKeys()[0] as { kid: string; secret: Buffer }
const goodHeader = () => ({ alg: 'HS256', typ: 'at+jwt', kid: key().kid })

/** Signed with our own key unless told otherwise: all that such a token lacks is that we issued it. */
function forged(claims: Json | string, header: Json = goodHeader(), sign: { hash?: string; secret?: string | Buffer } = {}): string {
  const text = `${part(header)}.${part(claims)}`
  return `${text}.${createHmac(sign.hash ?? 'sha256', sign.secret ?? key().secret)
    .update(text)
    .digest('base64url')}`
}
const changed = (more: Json) => forged({ ...claimsOf(own.accessToken), ...more })
const nowSeconds = () => Math.floor(app.clock.now().getTime() / 1000)

async function assertRefused(token: string, code?: string, what = token): Promise<void> {
  for (const path of [me, '/api/v1/audit', `${area}/sessions`]) {
    const reply = await app.get(path, { token })
    assert.equal(reply.status, 401, `${what}: ${path} answered ${reply.text}`)
    assertError(reply, 401, code)
    assert.equal(reply.headers['www-authenticate'], 'Bearer')
  }
}

describe('a forged token', () => {
  it('is told from one of ours, which the same hand can make', async () => {
    assert.equal((await app.get(me, { token: changed({}) })).status, 200)
  })

  it('never chooses its algorithm, type or key', async () => {
    const good = claimsOf(own.accessToken)
    const [head, body] = own.accessToken.split('.') as [string, string]
    for (const alg of ['none', 'None', 'nOnE', 'HS384', 'HS512', 'RS256', 'ES256', 'PS256', '', null]) {
      await assertRefused(`${part({ ...goodHeader(), alg })}.${body}.`, 'token_invalid', `${alg} without a signature`)
      for (const hash of ['sha256', 'sha384', 'sha512'])
        await assertRefused(forged(good, { ...goodHeader(), alg }, { hash }), 'token_invalid')
    }
    const headers = [
      { ...goodHeader(), kid: '../../../../dev/null' },
      { ...goodHeader(), kid: "' or 1=1 --" },
      { ...goodHeader(), kid: ['a'] },
      { ...goodHeader(), jku: 'https://evil.example/keys' },
      { ...goodHeader(), jwk: { kty: 'oct', k: part('secret') } },
      { ...goodHeader(), crit: ['exp'], typ: 'JWT' },
      { alg: 'HS256', typ: 'at+jwt' },
    ]
    for (const header of headers)
      for (const secret of ['', 'secret', key().secret]) await assertRefused(forged(good, header, { secret }), 'token_invalid')
    for (const secret of ['', 'secret', key().kid, 'x'.repeat(32)])
      await assertRefused(forged(good, goodHeader(), { secret }), 'token_invalid')
    for (const text of [`${head}.${body}`, `${head}.${body}.`, `.${body}.x`, `${own.accessToken}.`, `${own.accessToken}.x`, 'x', '..', '.'])
      await assertRefused(text, 'token_invalid')
  })

  it('has one spelling', async () => {
    const token = own.accessToken
    const [head, body, signature] = token.split('.') as [string, string, string]
    for (const other of [`${token}=`, `${head}=.${body}.${signature}`, `${head}.${body}=.${signature}`, token.toUpperCase(), `${token}%20`])
      await assertRefused(other, 'token_invalid')
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const sameBytes = [...last].map((letter) => signature.slice(0, -1) + letter).filter((text) => text !== signature)
    for (const text of sameBytes) assert.equal((await app.get(me, { token: `${head}.${body}.${text}` })).status, 401, text)
  })

  it('is good for its time alone', async () => {
    const now = nowSeconds()
    for (const exp of [undefined, null, String(now + 60), 'NaN', 1e300, -1, now + 60 + 0.5e9, 253_402_300_799, true, [now + 60]])
      await assertRefused(changed({ exp }), undefined, `exp ${exp}`)
    await assertRefused(changed({ iat: now - 100, exp: now }), 'token_expired')
    for (const iat of [undefined, now + 3600, String(now), 1e300])
      await assertRefused(changed({ iat, exp: now + 7200 }), undefined, `iat ${iat}`)
    await assertRefused(changed({ nbf: now + 3600 }), 'token_invalid')
  })

  it('is from us, for us, about one live session and its own account', async () => {
    const claims: Json[] = [
      { iss: 'evil' },
      { iss: undefined },
      { aud: 'other' },
      { aud: ['tenantry-api'] },
      { aud: undefined },
      { is_admin: 'false' },
      { is_admin: true },
      { is_admin: '1' },
      { is_admin: undefined },
      { sub: top.user.id },
      { sub: randomUUID() },
      { sub: undefined },
      { sub: [admin.id] },
      { sid: 'x' },
      { sid: undefined },
      { sid: claimsOf(top.accessToken).sid },
      { sid: randomUUID() },
      { impersonator_id: top.user.id },
      { impersonator_id: undefined },
    ]
    for (const more of claims) await assertRefused(changed(more), undefined, JSON.stringify(more))
    for (const text of ['null', '[]', '"x"', '{', '{"__proto__":{}}']) await assertRefused(forged(text), 'token_invalid')
  })

  it('gives nothing by what it says of roles, permissions and tenants: the server knows', async () => {
    const token = changed({ role: 'SuperAdmin', permissions: ['admins.view', 'audit.view'], tenant_id: null, is_super_admin: true })
    const reply = await app.get('/api/v1/audit', { token })
    assert.ok(reply.status === 401 || reply.status === 403, reply.text)
    assert.notEqual((await app.post(`${area}/impersonate/${randomUUID()}`, {}, { token })).status, 404)
    assert.equal((await app.get(me, { token })).json.tenantId ?? admin.tenantId, admin.tenantId)
  })
})

describe('a good token', () => {
  it('in another place than the one header is none', async () => {
    const { accessToken: token } = own
    for (const [path, headers] of [
      [`${me}?access_token=${token}`, {}],
      [me, { cookie: `access_token=${token}; tenantry_refresh=${own.refreshToken}` }],
      [me, { 'x-access-token': token }],
      [me, { authorization: token }],
      [me, { authorization: `Basic ${token}` }],
      [me, { authorization: `Token ${token}` }],
      [me, { authorization: 'Bearer' }],
      [me, { authorization: `Bearer ${token}, Bearer ${token}` }],
      [me, { 'proxy-authorization': `Bearer ${token}` }],
    ] as [string, Record<string, string>][])
      assertError(await app.get(path, { headers }), 401)
    assert.equal((await app.get(me, { headers: { authorization: `bEaReR ${token}` } })).status, 200)
    const twice = `GET ${me} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nAuthorization: Bearer ${token}\r\n\r\n`
    assert.match((await sendRaw(app.url, twice)).text, /^HTTP\/1\.1 400 /)
  })

  it('of one kind is none of another', async () => {
    const second = await addAdmin(app, admin.tenantId)
    await enableTwoFactor(app, second)
    const pending = await pendingToken(app, second)
    const { email, tenantId } = second
    for (const token of [own.refreshToken, pending]) await assertRefused(token, 'token_invalid')
    for (const refreshToken of [
      own.accessToken,
      pending,
      '',
      ` ${own.refreshToken}`,
      `${own.refreshToken}=`,
      own.refreshToken.toLowerCase(),
    ]) {
      const reply = await app.post(`${area}/refresh`, { refreshToken })
      assert.ok(reply.status === 401 || (refreshToken === '' && reply.status === 400), reply.text)
    }
    for (const twoFactorToken of [own.accessToken, own.refreshToken])
      assertError(await app.post(`${area}/2fa/verify`, { twoFactorToken, code: '123456' }), 401, 'two_factor_invalid')
    for (const challengeToken of [own.accessToken, own.refreshToken, pending])
      assertError(await app.post(`${area}/reset-password`, { challengeToken, newPassword: 'a new one of mine' }), 400, 'otp_invalid')
    for (const token of [own.accessToken, own.refreshToken, pending])
      assertError(await app.post(`${area}/verify-reset-otp`, { token }), 400, 'otp_invalid')
    assertError(await app.post(`${area}/verify-reset-otp`, { email, tenantId, code: '000000' }), 400, 'otp_invalid')
    expectStatus(await app.post(`${area}/refresh`, { refreshToken: own.refreshToken }), 200)
  })

  it('of a session that ended stays dead under every spelling, and another session lives on', async () => {
    const { accessToken: token } = expectStatus(await login(app, admin), 200).json
    const other: Tokens = expectStatus(await login(app, admin), 200).json
    expectStatus(await app.request('DELETE', `${area}/sessions/${claimsOf(token).sid}`, { token: other.accessToken }), 204)
    await assertRefused(token, 'session_revoked')
    await assertRefused(forged({ ...claimsOf(token), jti: randomUUID(), exp: nowSeconds() + 60 }), 'session_revoked')
    await assertRefused(forged({ ...claimsOf(token), sid: String(claimsOf(token).sid).toUpperCase() }))
    assert.equal((await app.get(me, { token: other.accessToken })).status, 200)
  })
})
