/** Tokens that nobody should be let in by, and providers that do not answer as they should. */
import assert from 'node:assert/strict'
import { createSecretKey, randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { expectStatus, type TestApp } from '../harness.ts'
import { addWorkspace, type Workspace } from '../users/rig.ts'
import { type Providers, rowsOf, somebody, startProviders, userByToken } from './rig.ts'

let rig: Providers
let app: TestApp
let workspace: Workspace
before(async () => {
  rig = await startProviders()
  app = rig.app
  workspace = await addWorkspace(app)
})

const seconds = () => Math.floor(app.clock.now().getTime() / 1000)
const at = (token: string, more: object = {}, provider = 'google') => userByToken(app, token, workspace.code, more, provider)
async function refused(token: string, more: object = {}, provider = 'google'): Promise<void> {
  const reply = await at(token, more, provider)
  assert.deepEqual([reply.status, reply.json.code], [401, 'invalid_credentials'], reply.text)
}

describe('a token is refused', () => {
  it('of another issuer, audience or time', async () => {
    const wrong: Record<string, unknown>[] = [
      { iss: `${rig.google.issuer}/` },
      { iss: rig.google.issuer.replace('127.0.0.1', '127.0.0.1.example.test') },
      { iss: rig.apple.issuer },
      { iss: undefined },
      { aud: 'another client' },
      { aud: undefined },
      { aud: ['another client', 'tenantry-at-providers'] },
      { exp: seconds() - 120 },
      { exp: undefined },
      { iat: seconds() + 600 },
      { iat: undefined },
      { iat: seconds() - 90_000 },
      { nbf: seconds() + 600 },
      { sub: undefined },
      { sub: '' },
      { sub: 7 },
      { sub: 'x'.repeat(256) },
    ]
    for (const claims of wrong) await refused(await rig.google.sign({ ...somebody(), ...claims }))
    expectStatus(
      await at(await rig.google.sign({ ...somebody(), aud: ['another client', 'tenantry-at-providers'], azp: 'tenantry-at-providers' })),
      200,
    )
  })

  it('that nobody signed, or somebody with what everybody knows', async () => {
    const claims = { ...somebody(), iss: rig.google.issuer, aud: 'tenantry-at-providers', iat: seconds(), exp: seconds() + 600 }
    await refused(new UnsecuredJWT(claims).encode())
    const jwk = rig.google.publicKey()
    const kid = String(jwk.kid)
    const publicPem = await exportSPKI((await importJWK(jwk, 'RS256')) as never)
    for (const secret of [publicPem, String(jwk.n), JSON.stringify(jwk)])
      await refused(await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(createSecretKey(Buffer.from(secret))))
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    await refused(await rig.google.sign(claims, {}, privateKey))
    await refused(await rig.google.sign(claims, { jwk: publicKey, kid: undefined }, privateKey))
    const right = await rig.google.sign(somebody())
    await refused(`${right.slice(0, right.lastIndexOf('.'))}.`)
    for (const text of ['x', 'a.b.c', '..', `${right}.x`, right.replace('.', '..')]) await refused(text)
    expectStatus(await at(right), 200)
  })

  it('of another sign-in, where a nonce says which', async () => {
    await refused(await rig.google.sign(somebody()), { nonce: 'mine' })
    await refused(await rig.google.sign({ ...somebody(), nonce: 'yours' }), { nonce: 'mine' })
    expectStatus(await at(await rig.google.sign({ ...somebody(), nonce: 'mine' }), { nonce: 'mine' }), 200)
  })

  it('the second time', async () => {
    const token = await rig.google.sign(somebody())
    expectStatus(await at(token), 200)
    await refused(token)
    const kept = await app.open.service.database.kysely.selectFrom('usedIdTokens').selectAll().execute()
    assert.ok(kept.every(({ hash }) => hash.length === 32))
  })

  it('of another directory than the one that it names', async () => {
    const [tid, other] = [randomUUID(), randomUUID()]
    const of = (directory: string) => rig.microsoft.issuer.replace('{tenantid}', directory)
    await refused(await rig.microsoft.sign({ ...somebody(), tid, iss: of(other) }), {}, 'microsoft')
    await refused(await rig.microsoft.sign({ ...somebody(), iss: of('{tenantid}') }), {}, 'microsoft')
    await refused(await rig.microsoft.sign({ ...somebody(), tid: '{tenantid}', iss: of('{tenantid}') }), {}, 'microsoft')
    await refused(await rig.microsoft.sign({ ...somebody(), iss: of(tid) }), {}, 'microsoft')
    expectStatus(await at(await rig.microsoft.sign({ ...somebody(), tid, iss: of(tid) }), {}, 'microsoft'), 200)
  })

  it('signed by the key of another directory', async () => {
    const [tid, other] = [randomUUID(), randomUUID()]
    const of = (directory: string) => rig.microsoft.issuer.replace('{tenantid}', directory)
    await rig.microsoft.turnKeys()
    const key = { ...rig.microsoft.publicKey(), issuer: of(other) }
    rig.microsoft.answers.set('/keys', (_request, response) => response.writeHead(200).end(JSON.stringify({ keys: [key] })))
    app.clock.turn(61_000)
    await refused(await rig.microsoft.sign({ ...somebody(), tid, iss: of(tid) }), {}, 'microsoft')
    expectStatus(await at(await rig.microsoft.sign({ ...somebody(), tid: other, iss: of(other) }), {}, 'microsoft'), 200)
    rig.microsoft.answers.clear()
  })

  it('and leaves nobody behind, and an event each time', async () => {
    const person = somebody()
    await refused(await rig.google.sign({ ...person, aud: 'another client' }))
    assert.equal((await rowsOf(app, person.sub)).length, 0)
    const last = await app.open.service.database.kysely
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'auth.login.failed')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    assert.deepEqual(last.data, { reason: 'provider', provider: 'google', refused: 'claim aud' })
  })
})

describe('the keys of a provider', () => {
  it('turn, and are looked for again once a minute', async () => {
    expectStatus(await at(await rig.google.sign(somebody())), 200)
    const asked = () => rig.google.asked.get('/keys') ?? 0
    app.clock.turn(61_000)
    await rig.google.turnKeys()
    const before = asked()
    expectStatus(await at(await rig.google.sign(somebody())), 200)
    assert.equal(asked(), before + 1)
    const { privateKey } = await generateKeyPair('RS256')
    for (let n = 0; n < 5; n++) await refused(await rig.google.sign(somebody(), { kid: `unknown-${n}` }, privateKey))
    assert.equal(asked(), before + 1)
    app.clock.turn(61_000)
    await refused(await rig.google.sign(somebody(), { kid: 'unknown' }, privateKey))
    assert.equal(asked(), before + 2)
    expectStatus(await at(await rig.google.sign(somebody())), 200)
  })

  it('are believed while the provider is away, and for a day', async () => {
    expectStatus(await at(await rig.google.sign(somebody())), 200)
    const cut = (_request: unknown, response: { destroy(): void }) => response.destroy()
    for (const path of ['/keys', '/.well-known/openid-configuration']) rig.google.answers.set(path, cut)
    app.clock.turn(2 * 3_600_000)
    expectStatus(await at(await rig.google.sign(somebody())), 200)
    app.clock.turn(24 * 3_600_000)
    const reply = await at(await rig.google.sign(somebody()))
    assert.deepEqual([reply.status, reply.json.code], [503, 'unavailable'])
    rig.google.answers.clear()
    expectStatus(await at(await rig.google.sign(somebody())), 200)
  })
})

describe('a provider that', () => {
  const answers: Record<string, Parameters<Map<string, typeof rig.apple.answers extends Map<string, infer A> ? A : never>['set']>[1]> = {
    'is broken': (_request, response) => response.writeHead(500).end(),
    'sends elsewhere': (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'talks no JSON': (_request, response) => response.writeHead(200).end('<html>'),
    'sends a list': (_request, response) => response.writeHead(200).end('[]'),
    'says it is another': (_request, response) => response.writeHead(200).end(JSON.stringify({ issuer: 'https://accounts.example.test' })),
    'never stops': (_request, response) => {
      response.writeHead(200)
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) {
          // until the socket is full
        }
      }
      response.on('drain', pour)
      response.on('error', () => {})
      pour()
    },
    'never answers': () => {},
  }
  for (const name of Object.keys(answers)) {
    it(`${name}: 503 within six seconds, and the next one finds it well`, async () => {
      rig.apple.answers.set('/.well-known/openid-configuration', answers[name]!)
      const begun = performance.now()
      const reply = await at(await rig.apple.sign(somebody()), {}, 'apple')
      assert.deepEqual([reply.status, reply.json.code], [503, 'unavailable'], reply.text)
      assert.ok(performance.now() - begun < 6000)
      const told = app.logs.findLast(({ msg }) => msg === 'unavailable')
      assert.match(JSON.stringify(told), /the provider apple gave no usable answer/)
      rig.apple.answers.clear()
    })
  }

  it('is back is asked again', async () => {
    expectStatus(await at(await rig.apple.sign(somebody()), {}, 'apple'), 200)
  })
})
