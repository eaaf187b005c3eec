/** The least a service can do for a refresh: Fastify, and one statement that uses up a token and stores the next. */
import { createHash, randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, idleTimeoutMillis: 0 })

const rotate = `with used as (
    update bench_tokens set used_at = now() where hash = $1 and used_at is null and expires_at > now() returning session_id, expires_at
  )
  insert into bench_tokens (hash, session_id, expires_at) select $2, session_id, expires_at from used returning session_id`

const digest = (token: string) => createHash('sha256').update(token).digest()

const body = { type: 'object', required: ['refreshToken'], properties: { refreshToken: { type: 'string' } } }
const app = Fastify()
app.post<{ Body: { refreshToken: string } }>('/refresh', { schema: { body, response: { 200: body } } }, async (request, reply) => {
  const next = randomBytes(32).toString('base64url')
  const values = [digest(request.body.refreshToken), digest(next)]
  const { rowCount } = await pool.query({ name: 'rotate', text: rotate, values })
  return rowCount === 1 ? { refreshToken: next } : reply.code(401).send()
})
console.log(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
