/** (b) `GET /api/v1/Admins/me` on PostgreSQL against the least that could answer it. */
import { createHmac, randomBytes } from 'node:crypto'
import { withClient } from '../test/rig/postgres.ts'
import { compare } from './compare.ts'
import { analyze, ownDatabase } from './database.ts'
import { serverCore } from './processes.ts'
import { signIn, startBare, startOurs, superAdmin } from './servers.ts'
import type { Result } from './table.ts'

const path = '/api/v1/Admins/me'
const connections = 32
const rounds = 4
const wanted = 0.7

export async function measureMe(): Promise<Result[]> {
  const databaseUrl = await ownDatabase()
  await using service = await startOurs({ databaseUrl, core: serverCore, env: { BCRYPT_COST: '4' } })
  const { accessToken } = await signIn(service, superAdmin)
  await analyze(databaseUrl)

  const bareUrl = await ownDatabase()
  const secret = randomBytes(32).toString('base64')
  const bareToken = signedAgain(accessToken, secret)
  await makeAccounts(bareUrl, subjectOf(accessToken))
  await analyze(bareUrl)
  const bare = await startBare('me', serverCore, { DATABASE_URL: bareUrl, TOKEN_SECRET: secret })

  const plan = (url: string, token: string) => ({
    url,
    connections,
    requests: [{ method: 'GET' as const, path, headers: { authorization: `Bearer ${token}` } }],
  })
  const figures = await compare(
    { pid: service.pid, databaseUrl, plan: plan(service.url, accessToken) },
    { pid: bare.pid, databaseUrl: bareUrl, plan: plan(bare.url, bareToken) },
    rounds,
  )
  await bare.stop()
  await service.kill('SIGTERM')
  const { ratio: perCore, ...judged } = figures('perCore')
  return [
    { what: 'GET Admins/me, requests/s of a core', ...judged, target: `>= ${wanted}`, passes: perCore >= wanted },
    { what: '  requests/s by the clock', ...figures('perSecond') },
    { what: '  p99, ms', ...figures('p99Ms') },
  ]
}

const subjectOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sub

/** The same header and claims under another key, so that both sides read a token of one size. */
function signedAgain(token: string, secret: string): string {
  const [header, payload] = token.split('.')
  return `${header}.${payload}.${createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url')}`
}

/** Ten thousand rows and the one that is asked for. */
async function makeAccounts(url: string, id: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`create table bench_accounts (id uuid primary key, email text, username text, first_name text, last_name text,
      phone_number text, avatar_url text, role_id uuid, tenant_id uuid, created_at timestamptz default now(),
      is_active boolean default true, two_factor_enabled boolean default false)`)
    await client.query(`insert into bench_accounts (id, email, username, first_name, last_name, role_id)
      select case when n = 0 then '${id}'::uuid else gen_random_uuid() end, 'admin' || n || '@example.test', 'admin' || n, 'First', 'Last',
        gen_random_uuid() from generate_series(0, 10000) n`)
  })
}
