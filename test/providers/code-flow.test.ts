/** The code flow against a whole OpenID provider: a redirect is begun, somebody signs in at the provider, and the code is exchanged. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { jwtVerify } from 'jose'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addWorkspace, type Workspace } from '../users/rig.ts'
import { appleKey, fieldsOf, type Providers, somebody, startProviders, userByToken, userDoor } from './rig.ts'
import { appOrigin, browse, redirectUri, startWholeProvider } from './whole-provider.ts'

let app: TestApp
let workspace: Workspace
before(async () => {
  app = await startApp({ env: await startWholeProvider() })
  workspace = await addWorkspace(app)
})

const post = (body: object) => app.post(`${userDoor}/login/google`, { tenantCode: workspace.code, ...body })
async function begin() {
  const begun = expectStatus(await post({ redirectUri }), 200).json
  const back = await browse(begun, somebody().sub)
  assert.equal(back.searchParams.get('state'), begun.state)
  return { begun, code: String(back.searchParams.get('code')) }
}

describe('a code', () => {
  it('becomes tokens, once', async () => {
    const { begun, code } = await begin()
    const body = { code, redirectUri, codeVerifier: begun.codeVerifier, nonce: begun.nonce, deviceInfo: 'Firefox' }
    const answer = expectStatus(await post(body), 200).json
    assert.ok(answer.isNewUser && answer.accessToken)
    assert.equal((await post(body)).status, 401)
  })

  it('is worth nothing with another verifier, redirect or nonce', async () => {
    for (const wrong of [{ codeVerifier: 'x'.repeat(43) }, { redirectUri: `${appOrigin}/elsewhere` }, { nonce: 'another' }]) {
      const { begun, code } = await begin()
      const reply = await post({ code, redirectUri, codeVerifier: begun.codeVerifier, nonce: begun.nonce, ...wrong })
      assert.deepEqual([reply.status, reply.json.code], [401, 'invalid_credentials'], reply.text)
    }
    assert.equal((await post({ code: 'x', redirectUri, codeVerifier: 'x'.repeat(43) })).status, 401)
  })

  it('comes with all that belongs to it, and with nothing else', async () => {
    const verifier = { codeVerifier: 'x'.repeat(43) }
    const cases: [object, string[]][] = [
      [{}, ['token']],
      [{ code: 'x' }, ['redirectUri', 'codeVerifier']],
      [{ code: 'x', redirectUri }, ['codeVerifier']],
      [{ token: 'x', code: 'x', redirectUri, ...verifier }, ['code', 'redirectUri', 'codeVerifier']],
      [{ redirectUri, ...verifier }, ['codeVerifier']],
      [{ redirectUri, nonce: 'x' }, ['nonce']],
      [{ code: 'x', redirectUri, codeVerifier: 'short' }, ['codeVerifier']],
    ]
    for (const [body, fields] of cases) assert.deepEqual(fieldsOf(expectStatus(await post(body), 400)), fields, JSON.stringify(body))
  })
})

describe('a redirect', () => {
  it('comes back to us alone', async () => {
    const other = await addWorkspace(app)
    const own = `own-${workspace.code}.example.test`
    const foreign = `foreign-${other.code}.example.test`
    const { kysely } = app.open.service.database
    for (const [name, tenantId] of [
      [own, workspace.id],
      [foreign, other.id],
    ] as const)
      await kysely
        .insertInto('tenantDomains')
        .values({
          id: crypto.randomUUID(),
          tenantId,
          name,
          status: 'verified',
          isPrimary: false,
          token: 'x',
          createdAt: new Date(),
        } as never)
        .execute()
    await app.open.service.domains.apply('flush')
    const good = [redirectUri, `${app.url}/back?x=1`, `https://${own}/signed-in`, appOrigin]
    for (const uri of good) expectStatus(await post({ redirectUri: uri }), 200)
    const bad = [
      'https://evil.example.test/',
      '//evil.example.test',
      'https:\\\\evil.example.test',
      'javascript:alert(1)',
      `https://app.example.test@evil.example.test/`,
      `https://user@app.example.test/`,
      'https://app.example.test.evil.example.test/',
      'https://app.example.test:8443/',
      'http://app.example.test/',
      `https://${foreign}/signed-in`,
      `http://${own}/signed-in`,
      `https://${own}:8443/`,
      `${redirectUri}#part`,
      'https://app.example.test/\\..',
      'https://APP.example.test/',
      '/signed-in',
      'x',
    ]
    for (const uri of bad) {
      assert.deepEqual(fieldsOf(expectStatus(await post({ redirectUri: uri }), 400)), ['redirectUri'], uri)
      const back = { code: 'x', codeVerifier: 'x'.repeat(43), redirectUri: uri }
      assert.deepEqual(fieldsOf(expectStatus(await post(back), 400)), ['redirectUri'], uri)
    }
    const admin = await app.post('/api/v1/auth/admin/login/google', { redirectUri: `https://${own}/`, tenantId: workspace.id })
    assert.deepEqual(fieldsOf(expectStatus(admin, 400)), ['redirectUri'])
    expectStatus(await app.post('/api/v1/auth/admin/login/google', { redirectUri }), 200)
  })
})

describe('a code of apple', () => {
  let rig: Providers
  before(async () => {
    rig = await startProviders({ env: { CORS_ORIGINS: appOrigin } })
  })

  it('is exchanged with a secret made from our key', async () => {
    const own = await addWorkspace(rig.app)
    let form = new URLSearchParams()
    rig.apple.answers.set('/token', async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      form = new URLSearchParams(Buffer.concat(chunks).toString())
      const token = await rig.apple.sign(somebody({ email_verified: 'true' }))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id_token: token, access_token: 'x' }))
    })
    const body = { code: 'a code', redirectUri, codeVerifier: 'x'.repeat(43), tenantCode: own.code }
    expectStatus(await rig.app.post(`${userDoor}/login/apple`, body), 200)
    const sent = Object.fromEntries(new URLSearchParams(form))
    assert.deepEqual([sent.code, sent.redirect_uri, sent.grant_type], ['a code', redirectUri, 'authorization_code'])
    const basic = sent.client_secret
    const { payload, protectedHeader } = await jwtVerify(String(basic), appleKey.publicKey, {
      audience: rig.apple.issuer,
      currentDate: rig.app.clock.now(),
    })
    assert.deepEqual(
      [payload.iss, payload.sub, protectedHeader.kid, protectedHeader.alg],
      ['TEAM', 'tenantry-at-providers', 'KEY', 'ES256'],
    )
  })

  it('that apple does not take is 401, and what is wrong with us is 503', async () => {
    const own = await addWorkspace(rig.app)
    const body = { code: 'a code', redirectUri, codeVerifier: 'x'.repeat(43), tenantCode: own.code }
    for (const [error, status] of [
      ['invalid_grant', 401],
      ['invalid_client', 503],
    ] as const) {
      rig.apple.answers.set('/token', (_request, response) => response.writeHead(400).end(JSON.stringify({ error })))
      assert.equal((await rig.app.post(`${userDoor}/login/apple`, body)).status, status)
    }
    for (const text of ['', '[]', '{}', '{"id_token":7}', `{"id_token":"x"}`]) {
      rig.apple.answers.set('/token', (_request, response) => response.writeHead(200).end(text))
      assert.equal((await rig.app.post(`${userDoor}/login/apple`, body)).status, text.includes('"x"') ? 401 : 503)
    }
  })

  it('is not offered without that key, but tokens are', async () => {
    const none = { APPLE_TEAM_ID: '', APPLE_KEY_ID: '', APPLE_PRIVATE_KEY: '' }
    const bare = await startProviders({ env: { ...none, CORS_ORIGINS: appOrigin } })
    const own = await addWorkspace(bare.app)
    const reply = await bare.app.post(`${userDoor}/login/apple`, { redirectUri, tenantCode: own.code })
    assert.deepEqual(fieldsOf(expectStatus(reply, 400)), ['redirectUri'])
    expectStatus(await userByToken(bare.app, await bare.apple.sign(somebody()), own.code, {}, 'apple'), 200)
  })
})
