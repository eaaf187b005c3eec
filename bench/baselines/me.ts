/** The least a service can do for `GET /me`: Fastify, a checked HS256 token, one primary-key select on a pipelined connection. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

const { DATABASE_URL = '', TOKEN_SECRET = '' } = process.env
const cacheSize = 10_000

interface Claims {
  sub: string
  exp: number
}
const verified = new Map<string, Claims>()

/** The claims of a token whose signature and expiry are good; signatures once found good are remembered, expiry is checked each time. */
function verify(authorization: string | undefined): Claims | null {
  if (authorization === undefined || !authorization.startsWith('Bearer ')) return null
  const token = authorization.slice(7)
  const claims = verified.get(token) ?? checked(token)
  return claims && claims.exp > Date.now() / 1000 ? claims : null
}

function checked(token: string): Claims | null {
  const [header, payload, signature] = token.split('.')
  const expected = createHmac('sha256', TOKEN_SECRET).update(`${header}.${payload}`).digest()
  const given = Buffer.from(signature ?? '', 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as Claims
  if (verified.size >= cacheSize) verified.delete(verified.keys().next().value!)
  verified.set(token, claims)
  return claims
}

const client = new pg.Client({ connectionString: DATABASE_URL, pipeline: true } as pg.ClientConfig)
await client.connect()

const text = { type: ['string', 'null'] }
const properties = {
  ...Object.fromEntries(
    ['id', 'email', 'username', 'firstName', 'lastName', 'phoneNumber', 'avatarUrl', 'roleId', 'tenantId', 'createdAt'].map((name) => [
      name,
      text,
    ]),
  ),
  isActive: { type: 'boolean' },
  twoFactorEnabled: { type: 'boolean' },
}
const select = `select id, email, username, first_name as "firstName", last_name as "lastName", phone_number as "phoneNumber",
  avatar_url as "avatarUrl", role_id as "roleId", tenant_id as "tenantId", created_at as "createdAt", is_active as "isActive",
  two_factor_enabled as "twoFactorEnabled" from bench_accounts where id = $1`

const app = Fastify()
app.get('/api/v1/Admins/me', { schema: { response: { 200: { type: 'object', properties } } } }, async (request, reply) => {
  const claims = verify(request.headers.authorization)
  if (!claims) return reply.code(401 as 200).send()
  const { rows } = await client.query({ name: 'me', text: select, values: [claims.sub] })
  return rows[0]
})
console.log(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
