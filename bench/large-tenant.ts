/**
 * Deleting, restoring and erasing a tenant of a hundred thousand accounts (or `BENCH_ACCOUNTS`), and how long others wait meanwhile. A step
 * that is not done within five minutes ends the run.
 */
import { sql } from 'kysely'
import { createLogger } from '#core/log.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { insertAdmins } from '../test/admins/many.ts'
import type { Service } from '../test/rig/service.ts'
import { beside } from './concurrent-load.ts'
import { analyze, ownDatabase } from './database.ts'
import { type Longest, longestSeen } from './longest.ts'
import { password, signIn, startOurs, superAdmin } from './servers.ts'
import type { Result } from './table.ts'

const accounts = Number(process.env.BENCH_ACCOUNTS ?? 100_000)
const most = { shutSeconds: 2, transactionMs: 1000, stepMs: 300_000 }

export async function measureLargeTenant(): Promise<Result[]> {
  const databaseUrl = await ownDatabase()
  await using service = await startOurs({ databaseUrl, core: null, env: { BCRYPT_COST: '4' } })
  const database = await openDatabase({ url: databaseUrl, dataDirectory: null, log: createLogger({ level: 'silent' }) })
  try {
    const { accessToken: token } = await signIn(service, superAdmin)
    const large = await makeTenant(service, token, 'large')
    const other = await makeTenant(service, token, 'other')
    const now = new Date()
    const roleId = await roleOf(database, large.id)
    for (let made = 0; made < accounts; made += 5000) await insertAdmins(database.kysely, { tenantId: large.id, roleId, count: 5000, now })
    await analyze(databaseUrl)
    const credentials = [{ identifier: other.email, password, tenantId: other.id }]
    const watched = async (work: () => Promise<unknown>) => {
      const longest = longestSeen(database)
      const waits = await beside(service, credentials, work())
      return { ...waits, ...(await longest()) }
    }
    const shut = performance.now()
    let shutSeconds = 0
    const deleted = await watched(async () => {
      expect(204, await service.http.request('DELETE', `/api/v1/Tenants/${large.id}`, { token, timeoutMs: 60_000 }))
      shutSeconds = (performance.now() - shut) / 1000
      await untilNone(() => activeIn(database, large.id))
    })
    const restored = await watched(async () => {
      const reply = await service.http.post(`/api/v1/recycle-bin/${large.id}/restore`, undefined, { token, timeoutMs: most.stepMs })
      expect(200, reply)
    })
    if ((await activeIn(database, large.id)) !== accounts + 1) throw new Error('not all of them came back')
    expect(204, await service.http.request('DELETE', `/api/v1/Tenants/${large.id}`, { token, timeoutMs: 60_000 }))
    await untilNone(() => activeIn(database, large.id))
    const purge = performance.now()
    let purgeSeconds = 0
    const purged = await watched(async () => {
      expect(204, await service.http.request('DELETE', `/api/v1/recycle-bin/${large.id}`, { token, timeoutMs: 60_000 }))
      purgeSeconds = (performance.now() - purge) / 1000
      await untilNone(() => countedIn(database, large.id))
    })
    return [
      {
        what: `deleting a tenant of ${accounts} accounts: shut within, s`,
        value: shutSeconds.toFixed(2),
        target: `<= ${most.shutSeconds}`,
        passes: shutSeconds <= most.shutSeconds,
      },
      ...linesOf('  its accounts switched off', deleted),
      ...linesOf('restoring it', restored),
      {
        what: 'erasing it: gone within, s',
        value: purgeSeconds.toFixed(2),
        target: `<= ${most.shutSeconds}`,
        passes: purgeSeconds <= most.shutSeconds,
      },
      ...linesOf('  its accounts marked', purged),
    ]
  } finally {
    await database.close()
  }
}

type Watched = Awaited<ReturnType<typeof beside>> & Longest

const linesOf = (what: string, { seconds, transactionMs, signIns, reads }: Watched): Result[] => [
  { what: `${what}, s`, value: seconds.toFixed(1) },
  {
    what: '  longest transaction seen, ms',
    value: transactionMs.toFixed(0),
    target: `<= ${most.transactionMs}`,
    passes: transactionMs <= most.transactionMs,
  },
  {
    what: '  sign-in and GET Admins/me beside it, median and longest, ms',
    value: [signIns, reads].map(({ medianMs, maxMs }) => `${medianMs.toFixed(1)}, ${maxMs.toFixed(1)}`).join('; '),
  },
]

async function untilNone(left: () => Promise<number>): Promise<void> {
  const end = performance.now() + most.stepMs
  for (let count = await left(); count > 0; count = await left()) {
    if (performance.now() > end) throw new Error(`${count} accounts are left after ${most.stepMs / 1000} s`)
    process.stderr.write(`${count} accounts to go\n`)
    await new Promise((done) => setTimeout(done, 500))
  }
}

function expect(status: number, reply: { status: number; text: string }): void {
  if (reply.status !== status) throw new Error(`answered ${reply.status}: ${reply.text}`)
}

async function makeTenant(service: Service, token: string, code: string) {
  const email = `first@${code}.test`
  const admin = { email, firstName: 'First', lastName: 'Admin', password }
  const reply = await service.http.post('/api/v1/Tenants', { name: code, code, admin }, { token })
  expect(201, reply)
  return { id: reply.json.id as string, email }
}

async function roleOf({ kysely }: Database, tenantId: string): Promise<string> {
  const { id } = await kysely
    .selectFrom('roles')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('seed', '=', 'Viewer')
    .executeTakeFirstOrThrow()
  return id
}

const activeIn = (database: Database, tenantId: string) => countedIn(database, tenantId, sql`and is_active`)

async function countedIn({ kysely }: Database, tenantId: string, only = sql``): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::integer as n from tenant_account_counts where tenant_id = ${tenantId} ${only}`.execute(kysely)
  return rows[0]!.n
}
