/** (c) Refresh on PostgreSQL against a bare one-statement rotation. */
import { createHash, randomBytes } from 'node:crypto'
import { withClient } from '../test/rig/postgres.ts'
import { compare } from './compare.ts'
import { analyze, ownDatabase } from './database.ts'
import { serverCore } from './processes.ts'
import { signIn, startBare, startOurs, superAdmin } from './servers.ts'
import type { Result } from './table.ts'

/** Each holds a session of its own; an account has 50 at most. */
const connections = 32
const rounds = 4
const wanted = 0.6

export async function measureRefresh(): Promise<Result[]> {
  const databaseUrl = await ownDatabase()
  await using service = await startOurs({ databaseUrl, core: serverCore, env: { BCRYPT_COST: '4' } })
  const chain: string[] = []
  for (let session = 0; session < connections; session++) chain.push((await signIn(service, superAdmin)).refreshToken)
  await analyze(databaseUrl)

  const bareUrl = await ownDatabase()
  const bareChain = await makeTokens(bareUrl)
  await analyze(bareUrl)
  const bare = await startBare('rotation', serverCore, { DATABASE_URL: bareUrl })

  const requests = (path: string) => [{ method: 'POST' as const, path }]
  const figures = await compare(
    {
      pid: service.pid,
      databaseUrl,
      plan: { url: service.url, connections, chain, requests: requests('/api/v1/auth/admin/refresh') },
    },
    { pid: bare.pid, databaseUrl: bareUrl, plan: { url: bare.url, connections, chain: bareChain, requests: requests('/refresh') } },
    rounds,
  )
  await bare.stop()
  await service.kill('SIGTERM')
  const { ratio: byClock, ...judged } = figures('perSecond')
  return [
    { what: 'refresh, requests/s', ...judged, target: `>= ${wanted}`, passes: byClock >= wanted },
    { what: "  requests/s of a core, the service's alone", ...figures('perCore') },
    { what: "  requests/s of a core, with the database's", ...figures('perCoreWithDatabase') },
    { what: '  p99, ms', ...figures('p99Ms') },
  ]
}

async function makeTokens(url: string): Promise<string[]> {
  const tokens = Array.from({ length: connections }, () => randomBytes(32).toString('base64url'))
  await withClient(url, async (client) => {
    await client.query(`create table bench_tokens (hash bytea primary key, session_id uuid not null, expires_at timestamptz not null,
      used_at timestamptz) with (fillfactor = 80)`)
    for (const token of tokens) {
      const hash = createHash('sha256').update(token).digest()
      await client.query(`insert into bench_tokens values ($1, gen_random_uuid(), now() + interval '30 days')`, [hash])
    }
  })
  return tokens
}
