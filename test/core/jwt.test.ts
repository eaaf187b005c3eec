import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type AccessClaims, AccessTokenVerifier, type SigningKey, signAccessToken } from '#core/secrets/jwt.ts'

const key: SigningKey = { kid: 'k1', secret: randomBytes(32) }
const keys: readonly SigningKey[] = [key]
const issuer = 'tenantry'
const audience = 'tenantry-api'
const now = new Date('2026-11-21T10:00:00Z')
const iat = now.getTime() / 1000
const claims: AccessClaims = {
  sub: '01935000-0000-7000-8000-000000000001',
  email: 'ada@example.com',
  given_name: 'Ada',
  family_name: null,
  role: 'TenantAdmin',
  permissions: ['admins.view'],
  tenant_id: null,
  is_admin: 'true',
  impersonator_id: null,
  sid: 's',
  jti: 'j',
  iat,
  exp: iat + 900,
  iss: issuer,
  aud: audience,
}
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const newVerifier = (cacheSize?: number) =>
  new AccessTokenVerifier({ keys: () => keys, issuer, audience, ...(cacheSize !== undefined && { cacheSize }) })
const encode = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const goodHeader = { alg: 'HS256', typ: 'at+jwt', kid: 'k1' }

/** Signs any header and payload with HMAC, as an attacker who knows the key could. */
function forge(header: unknown, payload: unknown, secret: Buffer = key.secret, hash = 'sha256'): string {
  const text = `${encode(header)}.${encode(payload)}`
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
}
const withClaims = (change: Record<string, unknown>) => forge(goodHeader, { ...claims, ...change })
const without = (name: keyof AccessClaims) => forge(goodHeader, { ...claims, [name]: undefined })

test('a signed token verifies, first by its signature and then from the cache', () => {
  const verifier = newVerifier()
  const token = signAccessToken(claims, key)
  const first = verifier.verify(token, now)
  assert.deepEqual(first, claims)
  assert.equal(verifier.verify(token, later(60)), first)
  assert.notEqual(newVerifier(0).verify(token, now), null)
})

test('jose reads what we sign, and we read what jose signs', async () => {
  const read = await jwtVerify(signAccessToken(claims, key), key.secret, {
    issuer,
    audience,
    typ: 'at+jwt',
    algorithms: ['HS256'],
    currentDate: now,
  })
  assert.deepEqual({ ...read.payload }, claims)
  assert.deepEqual({ ...read.protectedHeader }, goodHeader)
  const theirs = await new SignJWT(claims as unknown as JWTPayload).setProtectedHeader(goodHeader).sign(key.secret)
  assert.deepEqual(newVerifier().verify(theirs, now), claims)
})

test('what jose signs with another algorithm is refused', async () => {
  const wide = randomBytes(64)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const verifier = new AccessTokenVerifier({
    keys: () => [
      { kid: 'k1', secret: wide },
      { kid: 'rsa', secret: Buffer.from(rsa.publicKey.export({ type: 'spki', format: 'pem' })) },
    ],
    issuer,
    audience,
  })
  for (const [alg, signer] of [
    ['HS384', wide],
    ['HS512', wide],
    ['RS256', rsa.privateKey],
    ['ES256', ec.privateKey],
  ] as const) {
    const token = await new SignJWT(claims as unknown as JWTPayload).setProtectedHeader({ alg, typ: 'at+jwt', kid: 'k1' }).sign(signer)
    assert.equal(verifier.verify(token, now), null, alg)
  }
})

const good = signAccessToken(claims, key)
const [head = '', body = '', signature = ''] = good.split('.')
const changed = (change: object) => `${head}.${encode({ ...claims, ...change })}.${signature}`
/** The last of 43 characters carries four bits; the other two may be anything to a lax decoder. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const respelled = good.slice(0, -1) + alphabet[alphabet.indexOf(good.at(-1)!) ^ 1]!

const refused: Record<string, string> = {
  'alg none, no signature': `${encode({ ...goodHeader, alg: 'none' })}.${body}.`,
  'alg none, signed': forge({ ...goodHeader, alg: 'none' }, claims),
  'alg None': `${encode({ ...goodHeader, alg: 'None' })}.${body}.`,
  'alg nOnE': `${encode({ ...goodHeader, alg: 'nOnE' })}.${body}.${signature}`,
  'empty signature': `${head}.${body}.`,
  'two parts': `${head}.${body}`,
  'four parts': `${good}.x`,
  'HS384 by header': forge({ ...goodHeader, alg: 'HS384' }, claims, key.secret, 'sha384'),
  'HS512 under our header': forge(goodHeader, claims, key.secret, 'sha512'),
  'exp missing': without('exp'),
  'exp a string': withClaims({ exp: String(claims.exp) }),
  'exp NaN': withClaims({ exp: Number.NaN }),
  'exp infinite': forge(goodHeader, JSON.stringify(claims).replace(`"exp":${claims.exp}`, '"exp":1e999')),
  'exp with a fraction': withClaims({ exp: claims.exp + 0.5 }),
  'exp in the year 9999': withClaims({ exp: 253_402_300_799 }),
  'exp before iat': withClaims({ iat: iat - 10, exp: iat - 20 }),
  'iat missing': without('iat'),
  'iat in 31 seconds': withClaims({ iat: iat + 31 }),
  'nbf in 31 seconds': withClaims({ nbf: iat + 31 }),
  'nbf a string': withClaims({ nbf: '0' }),
  iss: withClaims({ iss: 'tenantry-staging' }),
  aud: withClaims({ aud: 'other' }),
  'aud array': withClaims({ aud: [audience] }),
  'iss missing': without('iss'),
  'plain JWT type': forge({ ...goodHeader, typ: 'JWT' }, claims),
  'another purpose by type': forge({ ...goodHeader, typ: 'file+jwt' }, claims),
  'another purpose by claim': withClaims({ typ: 'two_factor' }),
  'no session': without('sid'),
  'is_admin true': withClaims({ is_admin: true }),
  'is_admin "0"': withClaims({ is_admin: '0' }),
  'is_admin empty': withClaims({ is_admin: '' }),
  'is_admin "TRUE"': withClaims({ is_admin: 'TRUE' }),
  'is_admin missing': without('is_admin'),
  'tenant changed': changed({ tenant_id: 'other' }),
  'sub changed': changed({ sub: 'other' }),
  'role changed': changed({ role: 'SuperAdmin' }),
  'another environment, same kid': signAccessToken(claims, { kid: 'k1', secret: randomBytes(32) }),
  'unknown kid': signAccessToken(claims, { kid: 'k0', secret: key.secret }),
  'no kid': forge({ alg: 'HS256', typ: 'at+jwt' }, claims),
  'signature spelled otherwise': respelled,
  'signature padded': `${good}=`,
  'payload padded': forge(goodHeader, claims).replace(/\.[^.]*$/, (end) => `=${end}`),
  'header of many claims': forge({ ...goodHeader, crit: ['x'] }, claims),
  'header with a key of its own': forge({ ...goodHeader, jwk: { kty: 'oct', k: 'AA' } }, claims),
  'payload null': forge(goodHeader, 'null'),
  'payload array': forge(goodHeader, []),
  'payload not JSON': forge(goodHeader, '{'),
  'permissions a string': withClaims({ permissions: 'admins.view' }),
  'permissions of numbers': withClaims({ permissions: [1] }),
  'over 16 KiB': withClaims({ role: 'x'.repeat(16 * 1024) }),
  empty: '',
  dots: '..',
}
for (const [name, token] of Object.entries(refused)) {
  test(`refused: ${name}`, () => {
    const verifier = newVerifier()
    assert.deepEqual(verifier.verify(good, now), claims)
    assert.equal(verifier.verify(token, now), null)
    assert.equal(verifier.verify(token, now), null)
  })
}

test('a payload signed in another spelling is refused though its signature is right', () => {
  let payload = encode(claims)
  for (let role = 'x'; payload.length % 4 === 0; role += 'x') payload = encode({ ...claims, role })
  const other = payload.slice(0, -1) + alphabet[alphabet.indexOf(payload.at(-1)!) ^ 1]!
  const text = `${head}.${other}`
  assert.deepEqual(Buffer.from(other, 'base64url'), Buffer.from(payload, 'base64url'))
  assert.equal(newVerifier().verify(`${text}.${createHmac('sha256', key.secret).update(text).digest('base64url')}`, now), null)
})

test('the clock may be 30 seconds behind the issuer; exp = now is expired, from the cache too', () => {
  const verifier = newVerifier()
  assert.notEqual(verifier.verify(withClaims({ iat: iat + 30, nbf: iat + 30 }), now), null)
  assert.deepEqual(verifier.verify(good, later(899)), claims)
  for (const seconds of [900, 901, 90_000]) assert.equal(verifier.verify(good, later(seconds)), 'expired')
  assert.equal(verifier.verify(good, later(-31)), null)
  assert.equal(newVerifier().verify(good, later(900)), 'expired')
  assert.equal(newVerifier().verify(changed({ sub: 'other' }), later(900)), null)
})

test('is_admin keeps both of its values apart', () => {
  const user = newVerifier().verify(withClaims({ is_admin: 'false' }), now)
  assert.ok(user !== null && user !== 'expired')
  assert.equal(user.is_admin, 'false')
})

test('an old key verifies during the rotation and not a moment longer, though its token was cached', () => {
  const next: SigningKey = { kid: 'k2', secret: randomBytes(32) }
  let held: readonly SigningKey[] = [key]
  const verifier = new AccessTokenVerifier({ keys: () => held, issuer, audience })
  const old = signAccessToken(claims, key)
  assert.deepEqual(verifier.verify(old, now), claims)
  held = [next, key]
  assert.deepEqual(verifier.verify(old, now), claims)
  assert.deepEqual(verifier.verify(signAccessToken(claims, next), now), claims)
  held = [next]
  assert.equal(verifier.verify(old, now), null)
})

test('a key under 32 bytes is refused at both ends', () => {
  const short: SigningKey = { kid: 'short', secret: randomBytes(31) }
  assert.throws(() => signAccessToken(claims, short), /32 bytes/)
  assert.throws(() => new AccessTokenVerifier({ keys: () => [short], issuer, audience }), /32 bytes/)
  let held: readonly SigningKey[] = [key]
  const verifier = new AccessTokenVerifier({ keys: () => held, issuer, audience })
  held = [short]
  assert.throws(() => verifier.verify(good, now), /32 bytes/)
})

test('the cache is bounded and its claims cannot be changed', () => {
  const verifier = newVerifier(2)
  const tokens = ['a', 'b', 'c'].map((jti) => signAccessToken({ ...claims, jti }, key))
  const read = tokens.map((token) => verifier.verify(token, now) as AccessClaims)
  assert.equal(verifier.verify(tokens[2]!, now), read[2])
  assert.equal(verifier.verify(tokens[1]!, now), read[1])
  assert.notEqual(verifier.verify(tokens[0]!, now), read[0])
  assert.throws(() => {
    read[2]!.is_admin = 'false'
  }, TypeError)
  assert.throws(() => (read[2]!.permissions as string[]).push('admins.delete'), TypeError)
})

test('a token that was found good lends its signature to no other text', () => {
  const verifier = newVerifier()
  const token = signAccessToken(claims, key)
  assert.ok(verifier.verify(token, now))
  const [header, , signature] = token.split('.')
  const other = `${header}.${encode({ ...claims, sub: 'somebody-else' })}.${signature}`
  assert.equal(verifier.verify(other, now), null)
  assert.ok(verifier.verify(token, now))
})
