/** A hundred thousand users from elsewhere, and how long others wait meanwhile; on the embedded database and on PostgreSQL. */
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../test/rig/service.ts'
import { beside } from './concurrent-load.ts'
import { ownDatabase } from './database.ts'
import { residentMegabytes } from './processes.ts'
import { password, signIn, startOurs, superAdmin } from './servers.ts'
import type { Result } from './table.ts'

const count = Number(process.env.BENCH_IMPORT ?? 100_000)
/** `embedded` or `PostgreSQL`; both when left out. */
const where = process.env.BENCH_IMPORT_ON
const most = { embeddedSeconds: 200, postgresSeconds: 60, memoryMb: 64, waitMs: 100 }
const hash = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'

export async function measureImport(): Promise<Result[]> {
  return [
    ...(where === 'PostgreSQL' ? [] : await measure('embedded', null, most.embeddedSeconds)),
    ...(where === 'embedded' ? [] : await measure('PostgreSQL', await ownDatabase(), most.postgresSeconds)),
  ]
}

async function measure(where: string, databaseUrl: string | null, mostSeconds: number): Promise<Result[]> {
  await using service = await startOurs({ databaseUrl, core: null, env: { BCRYPT_COST: '4' } })
  const { accessToken: token } = await signIn(service, superAdmin)
  const admin = { email: 'beside@example.test', firstName: 'Beside', lastName: 'It', password }
  const tenant = await service.http.post('/api/v1/Tenants', { name: 'Import', code: 'import', admin }, { token })
  if (tenant.status !== 201) throw new Error(`tenant answered ${tenant.status}: ${tenant.text}`)
  const credentials = [{ identifier: admin.email, password, tenantId: tenant.json.id }]
  const alone = await beside(service, credentials, sleep(5000))
  const restMb = residentMegabytes(service.pid)
  const memory = watchMemory(service)
  const importing = send(service, `/api/v1/users/import?tenantId=${tenant.json.id}`, token)
  const during = await beside(service, credentials, importing)
  const { seconds, last } = await importing
  const peakMb = await memory.stop()
  const told = JSON.stringify(last)
  if (told !== JSON.stringify({ affected: count, skipped: 0 })) throw new Error(`the import ended with ${told}`)
  const listed = await service.http.get(`/api/v1/users?tenantId=${tenant.json.id}&pageSize=1`, { token })
  if (listed.json.totalCount !== count) throw new Error(`${listed.json.totalCount} users are listed`)
  await service.kill('SIGTERM')
  const waits = ({ medianMs, maxMs }: { medianMs: number; maxMs: number }) => `${medianMs.toFixed(1)}, ${maxMs.toFixed(1)}`
  return [
    {
      what: `import of ${count} lines, ${where}, s`,
      value: seconds.toFixed(1),
      target: `<= ${mostSeconds}`,
      passes: seconds <= mostSeconds,
    },
    {
      what: `  resident memory at rest and at most, MB`,
      value: `${restMb.toFixed(0)}, ${peakMb.toFixed(0)}`,
      target: `+ ${most.memoryMb}`,
      passes: peakMb - restMb <= most.memoryMb,
    },
    {
      what: `  sign-in beside it (${during.signIns.count}), median and longest, ms`,
      value: waits(during.signIns),
      target: `<= ${most.waitMs}`,
      passes: during.signIns.maxMs <= most.waitMs,
    },
    { what: `  sign-in without it (${alone.signIns.count})`, value: waits(alone.signIns) },
  ]
}

/** Sends the file as it is read, and reads the answers meanwhile. */
async function send(service: Service, path: string, token: string): Promise<{ seconds: number; last: unknown }> {
  const begin = performance.now()
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` },
    body: Readable.toWeb(Readable.from(pieces())) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  let rest = ''
  const decoder = new TextDecoder()
  for await (const part of response.body ?? []) rest = (rest + decoder.decode(part, { stream: true })).slice(-1000)
  return { seconds: (performance.now() - begin) / 1000, last: JSON.parse(rest.trimEnd().split('\n').at(-1) ?? 'null') }
}

function* pieces(): Generator<Buffer> {
  for (let n = 0; n < count; n += 100) {
    const lines = Array.from({ length: Math.min(100, count - n) }, (_, at) => {
      const person = {
        username: `person.${n + at}`,
        email: `person-${n + at}@example.test`,
        firstName: 'Lina',
        lastName: `Khoury ${n + at}`,
      }
      return `${JSON.stringify({ ...person, phoneNumber: '+962790000001', emailVerified: true, passwordHash: hash })}\n`
    })
    yield Buffer.from(lines.join(''))
  }
}

function watchMemory(service: Service): { stop(): Promise<number> } {
  let peak = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, residentMegabytes(service.pid))
      await sleep(100)
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      return peak
    },
  }
}
