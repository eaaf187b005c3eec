/** What is asked of the lists, and what it may cost. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Kind } from './people-at-a-million.ts'
import { commonName } from './people-names.ts'

export interface ListCase {
  readonly what: string
  readonly list: 'admins' | 'users' | 'audit'
  readonly tenantId: string | null
  readonly query: Readonly<Record<string, string | number | boolean>>
  /** Not that page is measured but the next, by its cursor. */
  readonly isNext?: boolean
  /** In milliseconds: of the page's own statements in the database, or of the whole read with the count and the records. */
  readonly targetMs: { readonly page?: number; readonly whole?: number }
}

/** Of the first page in any order, and of the middle page of all: whatever the scope. */
const sortedPageMs = 20
const middlePageMs = 60

interface Scope {
  readonly name: string
  readonly tenantId: string | null
  readonly members: number
  readonly firstPageMs: number
}

export async function listCases(db: Kysely<Tables>, kind: Kind): Promise<ListCase[]> {
  const scopes = await scopesOf(db, kind)
  const people = `${kind}s` as const
  const cases: ListCase[] = []
  const add = (
    what: string,
    { name, tenantId }: Scope,
    query: ListCase['query'],
    targetMs: ListCase['targetMs'],
    list: ListCase['list'] = people,
  ) => void cases.push({ what: `${what}, ${name}`, tenantId, query, targetMs, list })
  for (const scope of scopes) {
    const last = Math.ceil(scope.members / 10)
    add('first page', scope, {}, { page: scope.firstPageMs })
    add('first page and count', scope, {}, { whole: scope.firstPageMs + 6 })
    add('first page of the blocked', scope, { isBlocked: true }, { whole: 50 })
    if (kind === 'user')
      for (const emailVerified of [true, false])
        add(`first page of the ${emailVerified ? 'proved' : 'unproved'}`, scope, { emailVerified }, { whole: 50 })
    if (last > 100) add('page 100', scope, { page: 100 }, { whole: 20 })
    add('middle page', scope, { page: Math.ceil(last / 2) }, { whole: middlePageMs })
    cases.push({
      what: `the next by cursor, ${scope.name}`,
      list: people,
      tenantId: scope.tenantId,
      query: { page: Math.ceil(last / 2) },
      isNext: true,
      targetMs: { whole: 20 },
    })
    add('last page', scope, { page: last }, { whole: 20 })
    for (const sortBy of ['email', 'username', 'firstName', 'lastName', 'lastLoginAt'])
      for (const sortDirection of ['asc', 'desc'])
        add(`by ${sortBy} ${sortDirection}`, scope, { sortBy, sortDirection }, { page: sortedPageMs })
    for (const search of [
      'person777123@',
      'ananya okafor',
      commonName,
      'example',
      'okafor ananya',
      'member7 omar',
      '0790000001',
      'omar',
      'om',
      'مح',
      'ليلى',
    ])
      add(`search ${search}`, scope, { search }, { whole: 50 })
    if (kind === 'admin') add('audit log', scope, {}, { whole: 50 }, 'audit')
  }
  return cases
}

/** By their place in the tree (`tenants.ts`, `people-at-a-million.ts`). */
async function scopesOf(db: Kysely<Tables>, kind: Kind): Promise<Scope[]> {
  const { rows } = await sql<{ id: string; level: number; place: number }>`
    with placed as (
      select t.id, t.parent_id, (select max(depth) from tenant_closure where descendant_id = t.id) as level, t.created_at from tenants t),
    numbered as (select *, row_number() over (partition by level order by created_at) - 1 as place from placed)
    select id, level, place::integer from numbered where level < 4 or place = 0`.execute(db)
  const at = (level: number, place: number) => rows.find((row) => row.level === level && row.place === place)!.id
  const tenants = [
    ['one tenant', at(4, 0), 2],
    ['111 tenants', at(2, 1), 2],
    ['111 tenants, all old', at(2, 0), 5],
    ['1,111 tenants', at(1, 0), 2],
    ['1,111 tenants, all old', at(1, 8), 50],
    ['10,000 tenants', at(0, 0), 2],
  ] as const
  const scopes: Scope[] = []
  for (const [name, tenantId, firstPageMs] of tenants)
    scopes.push({ name, tenantId, firstPageMs, members: await membersOf(db, kind, tenantId) })
  return [...scopes, { name: 'platform', tenantId: null, firstPageMs: 2, members: await membersOf(db, kind, null) }]
}

async function membersOf(db: Kysely<Tables>, kind: Kind, tenantId: string | null): Promise<number> {
  const below = tenantId === null ? sql`true` : sql`tenant_id in (select descendant_id from tenant_closure where ancestor_id = ${tenantId})`
  const { rows } = await sql<{
    n: number
  }>`select sum(n)::integer as n from tenant_account_counts where kind = ${kind} and ${below}`.execute(db)
  return rows[0]!.n
}
