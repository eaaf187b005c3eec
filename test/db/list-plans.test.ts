/** Every plan of a list answers alike: what it shows, counts and goes on to is what one plain statement says, whatever the size of the scope. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { accountSearchText } from '#core/text/search-text.ts'
import { uuidv7 } from '#core/uuid.ts'
import { listLimits } from '#db/lists/list-limits.ts'
import { type PageRequest, type Plan, planOf } from '#db/lists/list-plan.ts'
import type { Actor, Context } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { emitAll } from '#events/emit.ts'
import { adminList } from '#modules/admins/admins.list.ts'
import { auditList } from '#modules/audit/audit.list.ts'
import { startApp, type TestApp } from '../harness.ts'

const usual = { ...listLimits }
/** So small that a few hundred rows have scopes on both sides of each. */
const small = {
  tenants: 3,
  headsFrom: 0.3,
  deepest: 60,
  outside: 2,
  walked: 40,
  walkedPerTenant: 5,
  heads: 15,
  beginsFirst: 7,
  sampled: 30,
  common: 4,
  scanned: 90,
  counted: 1000,
  walkedEvents: 30,
}

let app: TestApp
/** By their codes: r is the root of all but x; o and those below have the oldest members only. */
const tenants = new Map<string, string>()
const scopes = ['platform', 'r', 'a', 'a1', 'o', 'x', 'x1'] as const
type Scope = (typeof scopes)[number]
const parents = { r: null, x: null, x1: 'x', a: 'r', a1: 'a', b: 'r', c: 'r', o: 'r', o1: 'o', o2: 'o', o3: 'o', o4: 'o', empty: 'o' }
const roles = new Map<string, string>()

const firstNames = ['Mohamed', 'Mohamed', 'Sara', 'محمد', '100%', 'a_b', 'back\\slash', 'Zoë', 'Li', 'أميرة']
const lastNames = ['Person', 'person', 'PERSON', 'Ünal', 'ünal', 'حسن', 'Hassan']

before(async () => {
  app = await startApp()
  const db = app.open.service.database.kysely
  for (const [code, parent] of Object.entries(parents)) {
    const id = uuidv7(new Date())
    tenants.set(code, id)
    const parentId = parent && tenants.get(parent)!
    await sql`insert into tenants (id, parent_id, code, name, created_at) values (${id}, ${parentId}, ${code}, ${code}, now())`.execute(db)
    await sql`insert into tenant_closure (ancestor_id, descendant_id, depth)
      select ancestor_id, ${id}::uuid, depth + 1 from tenant_closure where descendant_id = ${parentId} union all select ${id}::uuid, ${id}::uuid, 0`.execute(
      db,
    )
    const role = uuidv7(new Date())
    roles.set(code, role)
    await sql`insert into roles (id, tenant_id, name, name_key, created_at) values (${role}, ${id}, 'Some', 'some', now())`.execute(db)
  }
  await app.open.service.tenants.apply('flush')
  const old = ['o', 'o1', 'o2', 'o3', 'o4']
  const young = ['r', 'a', 'a', 'a1', 'b', 'c', 'c', 'x', 'x1', 'b']
  for (let n = 0; n < 420; n++) {
    const code = n < 150 ? old[n % 5]! : young[(n * 7) % 10]!
    const firstName = firstNames[(n * 5) % firstNames.length]!
    const username = n % 3 === 0 ? `user${n}` : null
    const phoneNumber = n % 5 === 0 ? `+96279${1_000_000 + n * 137}` : null
    const email = `${n % 3 === 1 ? 'P' : 'p'}${n % 40 === 7 ? 7 : n}@mail${n % 4}.test`
    const account = { firstName, lastName: `${lastNames[n % lastNames.length]} ${n % 17}`, username, email, phoneNumber }
    const id = randomUUID()
    await db
      .insertInto('accounts')
      .values({
        id,
        kind: n % 50 === 49 ? 'user' : 'admin',
        tenantId: tenants.get(code)!,
        ...account,
        search: accountSearchText(account),
        roleId: n % 2 === 0 ? roles.get(code)! : null,
        isActive: n % 4 !== 0,
        isBlocked: n % 11 === 0,
        // six at a time
        createdAt: new Date(Date.UTC(2025, 0, 1) + Math.floor(n / 6) * 60_000),
        deletedAt: n % 29 === 0 ? new Date() : null,
      })
      .execute()
    // five at a time; one in three never
    const lastLoginAt = n % 3 === 0 ? null : new Date(Date.UTC(2026, 0, 1) + Math.floor(((n * 11) % 420) / 5) * 60_000)
    await db.insertInto('accountActivity').values({ accountId: id, lastLoginAt }).execute()
  }
  await sql`insert into tenant_account_counts (tenant_id, kind, is_active, is_blocked, n)
    select tenant_id, kind, is_active, is_blocked, count(*) from accounts where tenant_id is not null and deleted_at is null group by 1, 2, 3, 4`.execute(
    db,
  )
  await sql`insert into tenant_totals (tenant_id, admins) select tenant_id, sum(n) from tenant_account_counts
    where kind = 'admin' and tenant_id is not null group by 1`.execute(db)
  Object.assign(listLimits, small)
})
after(() => void Object.assign(listLimits, usual))

const as = (scope: Scope, masks: readonly string[] = []): Context => ({
  ...systemContext(app.open.service),
  db: app.open.service.database.kysely,
  actor: {
    id: randomUUID(),
    kind: 'admin',
    tenantId: tenants.get(scope) ?? null,
    permissions: new Set(['admins.view']),
    masks: new Map([['admins.view', masks]]),
  } as unknown as Actor,
})

type Query = Parameters<typeof adminList.read>[1]
const query = (given: Partial<Query>): Query => ({ page: 1, pageSize: 7, sortBy: 'createdAt', sortDirection: 'desc', ...given })

const sortedBy = {
  createdAt: 'created_at',
  email: 'lower(email)',
  username: `coalesce(lower(username), '')`,
  firstName: 'lower(first_name)',
  lastName: 'lower(last_name)',
  lastLoginAt: `coalesce((select last_login_at from account_activity where account_id = accounts.id), '-infinity')`,
  isActive: 'is_active',
  isBlocked: 'is_blocked',
} as const

/** All ids in order, by one statement that knows nothing of plans. */
async function truth(scope: Scope, { sortBy, sortDirection }: Query, condition = 'true'): Promise<string[]> {
  const below =
    scope === 'platform' ? 'true' : `tenant_id in (select descendant_id from tenant_closure where ancestor_id = '${tenants.get(scope)}')`
  const { rows } = await sql<{ id: string }>`${sql.raw(`select id from accounts where kind = 'admin' and deleted_at is null and ${below}
    and (${condition}) order by ${sortedBy[sortBy]} ${sortDirection}, id ${sortDirection}`)}`.execute(app.open.service.database.kysely)
  return rows.map(({ id }) => id)
}

const idsOf = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id)

/** By cursor to the end; a page may be short before it, but never leaves the order. */
async function walked(ctx: Context, asked: Query): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = []
  let page = await adminList.read(ctx, asked)
  let pages = 1
  for (; ; pages++) {
    assert.ok(pages < 300, 'the cursor never ends')
    assert.equal(page.page, pages)
    ids.push(...idsOf(page))
    assert.ok(page.totalCount >= ids.length, `${page.totalCount} of ${ids.length} that were shown`)
    if (page.nextCursor === null) return { ids, pages }
    page = await adminList.read(ctx, { ...asked, cursor: page.nextCursor })
  }
}

async function compare(scope: Scope, given: Partial<Query>, condition?: string, masks: readonly string[] = []): Promise<void> {
  const asked = query(given)
  const [ctx, all] = [as(scope, masks), await truth(scope, asked, condition)]
  const what = JSON.stringify([scope, given])
  const last = Math.max(1, Math.ceil(all.length / asked.pageSize))
  for (const page of new Set([1, 2, Math.ceil(last / 2), last, last + 1, 1_000_000_000])) {
    if (page < 1) continue
    const reply = await adminList.read(ctx, { ...asked, page })
    if (reply.isTotalCapped) {
      assert.ok(reply.totalCount <= all.length, what)
      if (page <= Math.floor(reply.totalCount / asked.pageSize))
        assert.deepEqual(idsOf(reply), all.slice((page - 1) * asked.pageSize, page * asked.pageSize), `${what} page ${page}, capped`)
      continue
    }
    assert.deepEqual([reply.totalCount, reply.totalPages], [all.length, Math.ceil(all.length / asked.pageSize)], what)
    assert.deepEqual(idsOf(reply), all.slice((page - 1) * asked.pageSize, page * asked.pageSize), `${what} page ${page}`)
    assert.equal(reply.nextCursor !== null, page < last, `${what} page ${page}`)
  }
  assert.deepEqual((await walked(ctx, asked)).ids, all, what)
}

const directions = ['asc', 'desc'] as const

describe('a list, by every plan', () => {
  it('has scopes on both sides of each limit', () => {
    const request = {
      table: 'admins',
      sort: { by: sql``, type: 'timestamptz', isIndexed: true },
      offset: 0,
      limit: 8,
      isNarrow: false,
    } as unknown as PageRequest
    const plans = scopes.map((scope) => planOf(as(scope), request))
    assert.deepEqual(plans, ['everything', 'walk', 'perTenant', 'perTenant', 'walk', 'perTenant', 'perTenant'] satisfies Plan[])
    assert.equal(planOf(as('r'), { ...request, offset: 60 }), 'order')
  })

  it('has the first tenants tell of a page of any size, and whether one follows', () => {
    const isTaken = (pageSize: number) => adminList.querySchema.safeParse({ pageSize: String(pageSize) }).success
    const largest = Array.from({ length: 1000 }, (_, n) => n + 1)
      .filter(isTaken)
      .at(-1)!
    assert.ok(usual.heads >= largest + 1, `${usual.heads} for pages of ${largest}`)
  })

  it('shows the same pages in every order and direction, first, middle, last and beyond', async () => {
    for (const sortBy of Object.keys(sortedBy) as (keyof typeof sortedBy)[])
      for (const sortDirection of directions) for (const scope of scopes) await compare(scope, { sortBy, sortDirection })
    for (const sortBy of Object.keys(sortedBy) as (keyof typeof sortedBy)[])
      for (const sortDirection of directions)
        for (const scope of ['a', 'r'] as const) await compare(scope, { sortBy, sortDirection, pageSize: 60 })
  })

  it('shows on a deep page nothing of a tenant that this process has not heard of yet', async () => {
    const db = app.open.service.database.kysely
    const [tenantId, id] = [uuidv7(new Date()), randomUUID()]
    await sql`insert into tenants (id, code, name, created_at) values (${tenantId}, 'new', 'new', now())`.execute(db)
    await sql`insert into tenant_closure (ancestor_id, descendant_id, depth) values (${tenantId}, ${tenantId}, 0)`.execute(db)
    const account = { kind: 'admin' as const, tenantId, email: 'new@mail.test', search: '', createdAt: new Date(Date.UTC(2024, 0, 1)) }
    await db
      .insertInto('accounts')
      .values({ id, ...account })
      .execute()
    const page = { ...query({ sortDirection: 'asc', pageSize: 20 }), page: 4 }
    assert.deepEqual(idsOf(await adminList.read(as('r'), page)), (await truth('r', page)).slice(60, 80))
    await sql`delete from accounts where id = ${id}`.execute(db)
    await sql`delete from tenants where id = ${tenantId}`.execute(db)
  })

  it('shows of a part of the scope what whoever stands there would see, and of another scope nothing', async () => {
    const parts: [Scope, string, Partial<Query>][] = [
      ['platform', 'r', {}],
      ['platform', 'r', { search: 'mohamed' }],
      ['r', 'o', {}],
      ['r', 'a', { isBlocked: true }],
      ['a', 'a1', { search: 'person' }],
      ['a', 'a', {}],
    ]
    const { opaqueIds } = app.open.service.keys
    for (const [scope, part, more] of parts) {
      const id = tenants.get(part)!
      for (const sortDirection of directions) {
        const asked = query({ ...more, sortDirection })
        const seen = await walked(as(part as Scope), asked)
        for (const within of [id, id.toUpperCase(), opaqueIds.encode('tenant', id)])
          assert.deepEqual(await walked(as(scope), { ...asked, within }), seen, `${scope} ${part}`)
        const [narrow, own] = [await adminList.read(as(scope), { ...asked, within: id }), await adminList.read(as(part as Scope), asked)]
        assert.deepEqual([narrow.totalCount, narrow.items], [own.totalCount, own.items], `${scope} ${part}`)
        assert.deepEqual(await adminList.matching(as(scope), { ...more, within: id }), await adminList.matching(as(part as Scope), more))
      }
    }
    for (const within of [tenants.get('x')!, randomUUID(), opaqueIds.encode('tenant', tenants.get('x')!)]) {
      const { items, totalCount } = await adminList.read(as('a'), query({ within }))
      assert.deepEqual([items, totalCount, await adminList.matching(as('a'), { within })], [[], 0, []])
      assert.deepEqual(await adminList.matchingOf(as('a'), { within }, await adminList.matching(as('a'), {})), [])
    }
    for (const within of ['', 'x', opaqueIds.encode('group', tenants.get('a')!)])
      await assert.rejects(adminList.read(as('a'), query({ within })), { status: 400 })
  })

  it('shows the same with each filter', async () => {
    const locked = '(select account_id from account_activity where locked_until > now())'
    await sql`insert into account_activity (account_id, locked_until)
      select id, now() + case when id::text < '8' then interval '1 day' else interval '-1 day' end
      from accounts where id::text like any(array['0%', '4%', 'c%']) on conflict (account_id) do update set locked_until = excluded.locked_until`.execute(
      app.open.service.database.kysely,
    )
    await sql`update accounts set two_factor_enabled = true where id::text > 'e'`.execute(app.open.service.database.kysely)
    const filters: [Partial<Query>, string][] = [
      [{ isActive: false }, 'not is_active'],
      [{ isBlocked: true }, 'is_blocked'],
      [{ isActive: true, isBlocked: false }, 'is_active and not is_blocked'],
      [{ roleId: roles.get('a')! }, `role_id = '${roles.get('a')}'`],
      [{ roleId: roles.get('o2')! }, `role_id = '${roles.get('o2')}'`],
      [{ tenantId: tenants.get('c')! }, `tenant_id = '${tenants.get('c')}'`],
      [{ tenantId: tenants.get('empty')! }, 'false'],
      [{ twoFactorEnabled: true }, 'two_factor_enabled'],
      [{ isLockedOut: true }, `id in ${locked}`],
      [{ isLockedOut: false, isActive: true }, `is_active and id not in ${locked}`],
    ]
    for (const scope of scopes)
      for (const sortDirection of directions)
        for (const [filter, condition] of filters)
          for (const sortBy of ['createdAt', 'email', 'lastLoginAt'] as const)
            await compare(scope, { ...filter, sortBy, sortDirection, pageSize: 12 }, condition)
  })

  it('finds the same, literally, by one, two and three characters and more, common or rare', async () => {
    const begins = (text: string) => `search like '${text}%' or search like '% ${text}%' or search like E'%\\n' || '${text}%'`
    const searches: [string, string][] = [
      ['MOHAMED', `position('mohamed' in search) > 0`],
      ['mail3', `position('mail3' in search) > 0`],
      ['p123@', `position('p123@' in search) > 0`],
      ['محمد', `position('محمد' in search) > 0`],
      ['zoë person', `position('zoe person' in search) > 0`],
      ['PERSON zoe', `position('zoe person' in search) > 0`],
      ['mail3 mohamed per', `position('mohamed' in search) > 0 and position('mail3' in search) > 0`],
      ['li 1', `(${begins('li')}) and (${begins('1')})`],
      ['person & mohamed', 'false'],
      ['اميره', `first_name = 'أميرة'`],
      ['أَمِيرَة person', `first_name = 'أميرة'`],
      ['962791', `position('962791' in phone_number) > 0`],
      ['+962 79 1', `position('962791' in phone_number) > 0`],
      ['0791 00', `position('79100' in phone_number) > 0`],
      ['100%', `position('100%' in search) > 0`],
      ['a_b', `position('a_b' in search) > 0`],
      ['k\\sl', `position('k\\sl' in search) > 0`],
      ['axb', 'false'],
      ['nobody', 'false'],
      ['m', begins('m')],
      ['li', begins('li')],
      ['مح', begins('مح')],
      ['us', begins('us')],
      ['ai', begins('ai')],
      ['1', begins('1')],
      ['%', 'false'],
      ['_', 'false'],
      ['\\', 'false'],
      ['%%%', 'false'],
    ]
    for (const scope of scopes)
      for (const sortDirection of directions)
        for (const [search, condition] of searches) await compare(scope, { search, sortDirection, pageSize: 12 }, condition)
    for (const scope of scopes)
      for (const sortBy of ['email', 'lastLoginAt'] as const) {
        await compare(scope, { search: 'mohamed', sortBy, isActive: false }, `position('mohamed' in search) > 0 and not is_active`)
        await compare(scope, { search: 'li 1', sortBy, sortDirection: 'asc' }, `(${begins('li')}) and (${begins('1')})`)
      }
    for (const scope of scopes)
      await compare(scope, { search: 'mohamed', isBlocked: true }, `position('mohamed' in search) > 0 and is_blocked`)
  })

  it('finds nothing by an address that the caller may not see', async () => {
    for (const scope of scopes) {
      await compare(scope, { search: 'mail3' }, 'false', ['email'])
      await compare(scope, { search: 'p1' }, 'false', ['email'])
      await compare(scope, { search: 'mohamed' }, `position('mohamed' in search) > 0`, ['email'])
      await compare(scope, { search: 'us' }, `username like 'us%'`, ['email'])
      for (const search of ['962791', '+962 79 1', '0791 00', 'person 962791']) await compare(scope, { search }, 'false', ['phoneNumber'])
      await compare(scope, { search: 'mail3 mohamed' }, 'false', ['email', 'phoneNumber'])
    }
  })

  it('finds one record by its id, in whatever case, and only where it is in scope', async () => {
    const [inA] = await truth('a', query({}))
    for (const scope of scopes) {
      const condition = `id = '${inA}'`
      await compare(scope, { search: inA! }, condition)
      await compare(scope, { search: ` ${inA!.toUpperCase()} `, isActive: true }, `${condition} and is_active`)
      await compare(scope, { search: randomUUID(), sortBy: 'email' }, 'false')
    }
  })

  it('tells when it did not count to the end, and only then', async () => {
    const common = await adminList.read(as('r'), query({ search: 'person' }))
    assert.equal(common.isTotalCapped, true)
    assert.ok(common.totalCount >= 7 && common.totalCount <= small.scanned)
    assert.ok(!('isTotalCapped' in (await adminList.read(as('a1'), query({ search: 'person' })))))
    assert.ok(!('isTotalCapped' in (await adminList.read(as('r'), query({})))))
  })

  it('tells of a search in a scope that is read along everybody’s rows no more than was shown, and whether more follow', async () => {
    for (const search of ['person', 'zoë person 1', 'nobody']) {
      const asked = query({ search, pageSize: 3 })
      let shown = 0
      for (
        let page = await adminList.read(as('r'), asked);
        ;
        page = await adminList.read(as('r'), { ...asked, cursor: page.nextCursor! })
      ) {
        shown += page.items.length
        assert.ok([shown, shown + 1].includes(page.totalCount), `${search}: ${page.totalCount} after ${shown}`)
        assert.equal(page.isTotalCapped === true, page.nextCursor !== null, search)
        if (page.nextCursor === null) break
      }
    }
  })

  it('counts of the log what is the caller’s own, however much others do meanwhile', async () => {
    const { service } = app.open
    const happen = (code: string, n: number) =>
      transact(systemContext(service), (ctx) =>
        emitAll(
          ctx,
          'auth.logout.succeeded',
          Array.from({ length: n }, () => ({ tenantId: tenants.get(code)! })),
        ),
      )
    const told = async () => {
      const asked = { page: 1, pageSize: 2, sortBy: 'timestamp', sortDirection: 'desc' } as const
      const first = await auditList.read(as('r'), asked)
      const second = await auditList.read(as('r'), { ...asked, cursor: first.nextCursor! })
      const others = [
        await auditList.read(as('r'), { ...asked, page: 3 }),
        await auditList.read(as('r'), { ...asked, action: 'auth.logout.succeeded' }),
        await auditList.read(as('r'), { ...asked, action: 'auth.login.failed' }),
        await auditList.read(as('r'), { ...asked, pageSize: 50, search: 'logout' }),
      ]
      return [first, second, ...others].map(({ nextCursor, ...page }) => ({ ...page, follows: nextCursor !== null }))
    }
    await happen('r', 3)
    await happen('o4', 6)
    const before = await told()
    assert.deepEqual(
      before.map(({ items, totalCount }) => [items.length, totalCount >= items.length]),
      [
        [2, true],
        [2, true],
        [2, true],
        [2, true],
        [0, true],
        [9, true],
      ],
    )
    assert.equal(before[5]!.totalCount, 9)
    await happen('x', 40)
    assert.deepEqual((await told()).slice(0, 5), before.slice(0, 5))
  })

  it('shows on a deep page of the log nothing of a tenant that was erased, and every entry once', async () => {
    const { service } = app.open
    const erased = randomUUID()
    await transact(systemContext(service), (ctx) =>
      emitAll(
        ctx,
        'auth.logout.succeeded',
        Array.from({ length: 200 }, (_, n) => ({ tenantId: n % 2 === 0 ? erased : tenants.get('r')! })),
      ),
    )
    const asked = { pageSize: 30, sortBy: 'timestamp', sortDirection: 'desc' } as const
    const seen: string[] = []
    for (const page of [1, 2]) {
      const { items } = await auditList.read(as('r'), { ...asked, page })
      assert.equal(items.length, 30, `page ${page}`)
      seen.push(...idsOf({ items }))
    }
    assert.equal(new Set(seen).size, 60)
  })
})
