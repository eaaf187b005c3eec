/** Tenants, roles and groups under input that is well formed and means something else than it says. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { superAdminRoleId } from '#core/platform-roles.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
let root: string
let own: Awaited<ReturnType<typeof tenantWithAdmin>>
let token: string
let selfId: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
  own = await tenantWithAdmin(app)
  const tokens = await own.signIn()
  token = tokens.accessToken
  selfId = tokens.user.id
})

const tenants = '/api/v1/Tenants'
const put = (path: string, body: unknown, as = token) => app.request('PUT', path, { body, token: as })

describe('one id in two spellings', () => {
  it('403: nobody blocks themselves in capitals', async () => {
    for (const id of [selfId, selfId.toUpperCase()]) expectStatus(await app.post(`/api/v1/admins/${id}/block`, {}, { token }), 403)
    expectStatus(await app.get('/api/v1/Admins/me', { token }), 200)
  })

  it('403: nobody is made SuperAdmin in capitals', async () => {
    const body = { email: 'second@example.test', firstName: 'A', lastName: 'Second', password: 'zuvaqor-71-Kestrel' }
    for (const roleId of [superAdminRoleId, superAdminRoleId.toUpperCase()])
      expectStatus(await app.post('/api/v1/admins', { ...body, roleId }, { token: root }), 403)
  })

  it('a list filtered by an id in capitals counts what it shows', async () => {
    const { id } = own.tenant
    for (const tenantId of [id, id.toUpperCase()]) {
      const { items, totalCount } = expectStatus(await app.get(`/api/v1/admins?tenantId=${tenantId}`, { token: root }), 200).json
      assert.deepEqual([items.length, totalCount], [1, 1])
    }
  })

  it('of one permission restricted under both spellings, both lists are counted', async () => {
    const { tenant } = await tenantWithAdmin(app)
    const granted = expectStatus(await app.get(`${tenants}/${tenant.id}/permissions`, { token: root }), 200).json
    const { id } = granted.find(({ name }: { name: string }) => name === 'admins.view')
    const body = { permissionIds: [id, id.toUpperCase()], restrictedFields: { [id]: ['email'], [id.toUpperCase()]: ['phoneNumber'] } }
    const told = expectStatus(await put(`${tenants}/${tenant.id}/permissions`, body, root), 200).json
    assert.equal(told.totalPermissions, 1)
    const [kept] = expectStatus(await app.get(`${tenants}/${tenant.id}/permissions`, { token: root }), 200).json
    assert.deepEqual(kept.restrictedFields, ['email', 'phoneNumber'])
  })
})

describe('texts that grow or reach out of their line', () => {
  it('a role whose name is compared by a long text is refused, and every page by name has a next one', async () => {
    // one character of these is eighteen when names are compared
    const refused = expectStatus(await app.post('/api/v1/roles', { name: 'ﷺ'.repeat(90) }, { token }), 400)
    assert.deepEqual([refused.json.errors[0].field, refused.json.errors[0].code], ['name', 'too_long'])
    for (const end of ['a', 'b']) expectStatus(await app.post('/api/v1/roles', { name: `${'ﷺ'.repeat(11)}${end}` }, { token }), 201)
    for (const end of ['a', 'b']) expectStatus(await app.post('/api/v1/roles', { name: `${'國'.repeat(99)}${end}` }, { token }), 201)
    let cursor: string | null = ''
    const seen: string[] = []
    for (let page = 0; cursor !== null && page < 20; page++) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`
      const { items, nextCursor } = expectStatus(await app.get(`/api/v1/roles?sortBy=name&pageSize=1${query}`, { token }), 200).json
      seen.push(items[0].id)
      cursor = nextCursor
    }
    assert.equal(new Set(seen).size, 6, 'two seeded roles and four')
  })

  it('400: the names that stand in mails and on pages are one line, without what reorders text', async () => {
    for (const name of ['companyName', 'loginHeadline', 'loginSubtitle']) {
      for (const text of ['a\r\nBcc: b@example.test', 'a\u2028b', 'a\u202eb', '\u200b'])
        expectStatus(await put(`${tenants}/${own.tenant.id}/settings`, { [name]: text }), 400)
      expectStatus(await put(`${tenants}/${own.tenant.id}/settings`, { [name]: 'شركة — Company' }), 200)
    }
  })
})

describe('a body that is none', () => {
  it('400 for null; no body at all is an empty one', async () => {
    const path = `${tenants}/${own.tenant.id}/settings`
    const json = { 'content-type': 'application/json' }
    for (const raw of ['null', '[]', '"text"', '1']) expectStatus(await app.request('PUT', path, { token, raw, headers: json }), 400)
    expectStatus(await app.request('PUT', path, { token }), 200)
    expectStatus(await app.request('PUT', path, { token, raw: '', headers: json }), 200)
  })
})

describe('the log between moments at the ends of time', () => {
  it('200: everything is after 1970 and before 10000', async () => {
    const read = async (query: string) => expectStatus(await app.get(`/api/v1/audit?${query}`, { token: root }), 200).json.totalCount
    const all = await read('')
    assert.ok(all > 0)
    for (const moment of ['0000-01-01', '1969-12-31', '1969-12-31T23:59:59Z', '1970-01-01']) {
      assert.equal(await read(`from=${moment}`), all, moment)
      assert.equal(await read(`to=${moment}`), 0, moment)
    }
    assert.equal(await read('to=9999-12-31'), all)
    assert.equal(await read('from=9999-12-31T23:59:59-23:59'), 0)
  })
})

describe('names without a Latin letter, which all make the same code', () => {
  it('201 for a tenant and a group that are the thousandth of them, and for the next', async () => {
    const { kysely } = app.open.service.database
    const id = sql`(md5(code))::uuid`
    const numbered = (code: string) =>
      sql`(select ${code} as code union all select ${code} || '-' || n from generate_series(2, 1000) n) codes`
    await sql`insert into tenants (id, name, code, created_at) select ${id}, 'شركة', code, now() from ${numbered('tenant-1')}
      on conflict do nothing`.execute(kysely)
    await sql`insert into user_groups (id, tenant_id, name_en, code, created_at)
      select ${id}, ${own.tenant.id}, 'مجموعة', code, now() from ${numbered('group')}`.execute(kysely)
    const codes = new Set<string>()
    for (let number = 0; number < 2; number++) {
      codes.add(expectStatus(await app.post(tenants, { name: 'شركة' }, { token: root }), 201).json.code)
      codes.add(expectStatus(await app.post('/api/v1/UserGroups', { nameEn: 'مجموعة' }, { token }), 201).json.code)
    }
    assert.equal(codes.size, 4)
    for (const code of codes) assert.match(code, /^(?:tenant-1|group)-[0-9a-f]{8}$/)
  })
})

describe('what something was made with', () => {
  const changesOf = async (entityId: string, action: string) => {
    const { items, totalCount } = expectStatus(
      await app.get(`/api/v1/audit?entityId=${entityId}&action=${action}`, { token: root }),
      200,
    ).json
    assert.equal(totalCount, 1)
    return Object.fromEntries(
      Object.entries(items[0].changes as Record<string, { before: unknown; after: unknown }>).map(([field, { before, after }]) => {
        assert.equal(before, null)
        return [field, after]
      }),
    )
  }

  it('stands in the log: settings of a tenant that nobody would look for, and never who is above', async () => {
    const settings = { auditEnabled: false, maxAdmins: 3, language: null }
    const body = { name: 'Quiet', code: 'quiet-one', description: 'Of no interest', parentTenantId: own.tenant.id, settings }
    const { id } = expectStatus(await app.post(tenants, body, { token: root }), 201).json
    const told = { name: 'Quiet', code: 'quiet-one', description: 'Of no interest', auditEnabled: false, maxAdmins: 3 }
    assert.deepEqual(await changesOf(id, 'tenant.created'), told)
  })

  it('stands in the log for a group', async () => {
    const role = expectStatus(await app.post('/api/v1/roles', { name: 'For a group' }, { token }), 201).json
    const body = { nameEn: 'Made', code: 'made', isActive: false, roleIds: [role.id] }
    const { id } = expectStatus(await app.post('/api/v1/UserGroups', body, { token }), 201).json
    assert.deepEqual(await changesOf(id, 'group.created'), body)
  })
})
