/** (d) From the start of the process to its first answer, and the memory it holds at rest. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownDatabase } from './database.ts'
import { residentMegabytes } from './processes.ts'
import { signIn, startOurs, superAdmin } from './servers.ts'
import { median } from './statistics.ts'
import type { Result } from './table.ts'

const starts = 5
const restSeconds = 5
const most = { startMs: 1500, embeddedMegabytes: 350, postgresMegabytes: 160 }

export async function measureStart(): Promise<Result[]> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-bench-'))
  try {
    const first = await startAndStop(null, dataDirectory)
    const embedded = []
    for (let start = 0; start < starts; start++) embedded.push(await startAndStop(null, dataDirectory))
    const databaseUrl = await ownDatabase()
    await startAndStop(databaseUrl, dataDirectory)
    const postgres = []
    for (let start = 0; start < starts; start++) postgres.push(await startAndStop(databaseUrl, dataDirectory))
    const middle = (runs: { ms: number; megabytes: number }[], figure: 'ms' | 'megabytes') => median(runs.map((run) => run[figure]))
    const startMs = middle(embedded, 'ms')
    return [
      atMost('start to first answer, embedded database', startMs, most.startMs, 'ms'),
      { what: '  on an empty directory', value: `${Math.round(first.ms)} ms` },
      { what: '  on PostgreSQL', value: `${Math.round(middle(postgres, 'ms'))} ms` },
      atMost('resident memory at rest, embedded', middle(embedded, 'megabytes'), most.embeddedMegabytes, 'MB'),
      atMost('resident memory at rest, PostgreSQL', middle(postgres, 'megabytes'), most.postgresMegabytes, 'MB'),
    ]
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

const atMost = (what: string, value: number, limit: number, unit: string): Result => ({
  what,
  value: `${Math.round(value)} ${unit}`,
  target: `<= ${limit} ${unit}`,
  passes: value <= limit,
})

/** One life of the service: until `/health` is answered, then a sign-in and a few reads, then rest. */
async function startAndStop(databaseUrl: string | null, dataDirectory: string): Promise<{ ms: number; megabytes: number }> {
  const begin = performance.now()
  await using service = await startOurs({ databaseUrl, dataDirectory, core: null, env: { BCRYPT_COST: '4' } })
  const reply = await service.http.get('/health')
  const ms = performance.now() - begin
  if (reply.status !== 200) throw new Error(`/health answered ${reply.status}: ${reply.text}`)
  const { accessToken } = await signIn(service, superAdmin)
  for (let read = 0; read < 20; read++) await service.http.get('/api/v1/Admins/me', { token: accessToken })
  await sleep(restSeconds * 1000)
  const megabytes = residentMegabytes(service.pid)
  await service.kill('SIGTERM')
  return { ms, megabytes }
}
