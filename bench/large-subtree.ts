/** Deleting, restoring and erasing ten thousand tenants at once, each with a few accounts, roles and groups, and how long others wait meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createLogger } from '#core/log.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { withClient } from '../test/rig/postgres.ts'
import { beside } from './concurrent-load.ts'
import { analyze, ownDatabase } from './database.ts'
import { type Longest, longestSeen } from './longest.ts'
import { password, signIn, startOurs, superAdmin } from './servers.ts'
import type { Result } from './table.ts'
import { fillTenants } from './tenants.ts'

const accountsOfEach = 3
/** For so long others may wait. */
const mostTransactionMs = 500

export async function measureLargeSubtree(): Promise<Result[]> {
  const databaseUrl = await ownDatabase()
  await using service = await startOurs({ databaseUrl, core: null, env: { BCRYPT_COST: '4' } })
  const database = await openDatabase({ url: databaseUrl, dataDirectory: null, log: createLogger({ level: 'silent' }) })
  try {
    const { accessToken: token } = await signIn(service, superAdmin)
    const tenants = await fillTenants(databaseUrl)
    await fillPeopleAndGroups(databaseUrl)
    await analyze(databaseUrl)
    const top = tenants[0]!.id
    const email = 'first@other.test'
    const admin = { email, firstName: 'First', lastName: 'Admin', password }
    const other = expect(201, await service.http.post('/api/v1/Tenants', { name: 'Other', code: 'other', admin }, { token }))
    const credentials = [{ identifier: email, password, tenantId: other.json.id }]
    const watched = async (status: number, method: string, path: string): Promise<Watched> => {
      const longest = longestSeen(database)
      const begin = performance.now()
      let answeredAfter = 0
      const whole = async () => {
        expect(status, await service.http.request(method, `/api/v1/${path}`, { token, timeoutMs: 120_000 }))
        answeredAfter = (performance.now() - begin) / 1000
        while (await hasMore(database)) await sleep(50)
      }
      const waits = await beside(service, credentials, whole())
      return { ...waits, ...(await longest()), answeredAfter }
    }
    const remove = () => watched(204, 'DELETE', `Tenants/${top}?cascade=true`)
    const deleted = await remove()
    const restored = await watched(200, 'POST', `recycle-bin/${top}/restore`)
    await remove()
    const purged = await watched(204, 'DELETE', `recycle-bin/${top}`)
    return [
      ...linesOf(`deleting ${tenants.length} tenants`, deleted),
      ...linesOf('restoring them', restored),
      ...linesOf('erasing them', purged),
    ]
  } finally {
    await database.close()
  }
}

type Watched = Awaited<ReturnType<typeof beside>> & Longest & { readonly answeredAfter: number }

/** Whether the jobs have something to write still. */
async function hasMore({ kysely }: Database): Promise<boolean> {
  const { rows } = await sql`select from tenants where late_marks is not null or is_sweeping limit 1`.execute(kysely)
  return rows.length > 0
}

const linesOf = (
  what: string,
  { seconds, answeredAfter, transactionMs, transactionAt, statementMs, statement, signIns, reads }: Watched,
): Result[] => [
  { what: `${what}: answered after, all of it written after, s`, value: `${answeredAfter.toFixed(1)}, ${seconds.toFixed(1)}` },
  {
    what: `  longest transaction seen, ms (${transactionAt})`,
    value: transactionMs.toFixed(0),
    target: `<= ${mostTransactionMs}`,
    passes: transactionMs <= mostTransactionMs,
  },
  { what: `  longest statement seen, ms (${statement})`, value: statementMs.toFixed(0) },
  {
    what: '  sign-in and GET Admins/me beside it, median and longest, ms',
    value: [signIns, reads].map(({ medianMs, maxMs }) => `${medianMs.toFixed(1)}, ${maxMs.toFixed(1)}`).join('; '),
  },
]

function expect<T extends { status: number; text: string }>(status: number, reply: T): T {
  if (reply.status !== status) throw new Error(`answered ${reply.status}: ${reply.text}`)
  return reply
}

/** A few active admins and one group for each, counted as they are. */
async function fillPeopleAndGroups(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('begin')
    await client.query(
      `insert into accounts (id, kind, tenant_id, email, first_name, last_name, search, role_id, created_at)
       select gen_random_uuid(), 'admin', r.tenant_id, mail, 'Bench', 'Admin', E'bench admin\\n\\n' || mail, r.id, now()
       from roles r cross join generate_series(1, ${accountsOfEach}) n cross join lateral (select n || '@' || r.tenant_id || '.test' as mail) m
       where r.seed = 'Viewer' and r.tenant_id is not null`,
    )
    await client.query(
      `insert into account_logins (kind, tenant_id, key, account_id) select kind, tenant_id, email, id from accounts where tenant_id is not null`,
    )
    await client.query(
      `insert into user_groups (id, tenant_id, name_en, code, created_at) select gen_random_uuid(), id, 'Group', 'group', now() from tenants`,
    )
    await client.query(`delete from tenant_account_counts where tenant_id is not null`)
    await client.query(
      `insert into tenant_account_counts (tenant_id, kind, is_active, is_blocked, n)
       select id, 'admin', true, false, ${accountsOfEach} from tenants`,
    )
    await client.query(`update tenant_totals set admins = ${accountsOfEach}, users = 0`)
    await client.query('commit')
  })
}
