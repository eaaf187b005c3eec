/** What a support person types: a phone number, an id, words in any order, Arabic as people write it; and what an older version stored. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { renewSearchTexts } from '#accounts/renew-search-text.ts'
import { createLogger } from '#core/log.ts'
import { openService } from '../../src/service.ts'
import { tokenHolding } from '../actors.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
let token: string
let tenantId: string
const ids: Record<string, string> = {}

const people = {
  ellis: { firstName: 'Simon', lastName: 'Ellis', phoneNumber: '+962790000001' },
  amira: { firstName: 'أميرة', lastName: 'عبد الرحمٰن' },
  jose: { firstName: 'José', lastName: 'Núñez', username: 'pepe.n' },
}

before(async () => {
  app = await startApp()
  const own = await tenantWithAdmin(app)
  tenantId = own.tenant.id
  ;({ accessToken: token } = await own.signIn())
  const { items } = expectStatus(await app.get('/api/v1/roles', { token }), 200).json
  const roleId = items.find((role: { name: string }) => role.name === 'Viewer').id
  for (const [name, person] of Object.entries(people)) {
    const body = { ...person, email: `${name}@b\u00fccher.example`, roleId, password: 'long words here' }
    ids[name] = expectStatus(await app.post('/api/v1/admins', body, { token }), 201).json.id
  }
})

const found = async (text: string, as = token, path = '/api/v1/admins') => {
  const reply = expectStatus(await app.get(`${path}?search=${encodeURIComponent(text)}`, { token: as }), 200).json
  assert.equal(reply.totalCount, reply.items.length, text)
  return reply.items.map((item: { id: string }) => Object.entries(ids).find(([, id]) => id === item.id)?.[0] ?? item.id)
}

describe('a search for people', () => {
  it('finds words in any order, parts of words, and accents left out', async () => {
    for (const text of ['ellis simon', 'SIMON ellis', 'elli sim', 'simon ellis@', 'si el'])
      assert.deepEqual(await found(text), ['ellis'], text)
    for (const text of ['jose nunez', 'Núñez', 'pepe jose']) assert.deepEqual(await found(text), ['jose'], text)
    for (const text of ['simon nunez', 'ellis simone']) assert.deepEqual(await found(text), [], text)
  })

  it('finds Arabic without regard to hamza, ta marbuta, alef maqsura and vowel signs', async () => {
    for (const text of ['اميره', 'أَمِيرَة', 'عبد الرحمن اميرة', 'الرحمن']) assert.deepEqual(await found(text), ['amira'], text)
  })

  it('finds a phone number however it is written, an id, an address in either form of its domain', async () => {
    for (const text of ['+962790000001', '+962 79 000 0001', '0790000001', '00962-79-0000001', '0000001'])
      assert.deepEqual(await found(text), ['ellis'], text)
    assert.deepEqual(await found(ids.jose!.toUpperCase()), ['jose'])
    for (const text of ['ellis@b\u00fccher', 'ellis@xn--bcher-kva.example']) assert.deepEqual(await found(text), ['ellis'], text)
  })

  it('finds nothing by a masked number, nor anybody by it in bulk', async () => {
    const masked = await tokenHolding(app, tenantId, ['admins.view', 'admins.delete'], { 'admins.view': ['phoneNumber'] })
    for (const text of ['+962790000001', '0790000001', '0000001']) {
      assert.deepEqual(await found(text, masked), [], text)
      const dry = await app.post('/api/v1/admins/bulk-delete-all', { filter: { search: text }, dryRun: true }, { token: masked })
      assert.equal(expectStatus(dry, 200).json.affected, 0)
    }
    assert.deepEqual(await found('ellis simon', masked), ['ellis'])
  })

  it('a change of the number is found at once', async () => {
    expectStatus(await app.request('PUT', `/api/v1/admins/${ids.jose}`, { body: { phoneNumber: '+34600123456' }, token }), 200)
    assert.deepEqual(await found('600 12 34 56'), ['jose'])
  })
})

describe('a search for records', () => {
  it('tenants, roles, groups and the bin by words in any order, in Arabic, and by id', async () => {
    const made = async (path: string, body: object) => expectStatus(await app.post(path, body, { token }), 201).json.id as string
    const tenant = await made('/api/v1/Tenants', { name: 'شركة الأمل للتجارة' })
    const role = await made('/api/v1/roles', { name: 'Night desk lead' })
    const group = await made('/api/v1/UserGroups', { nameEn: 'Late shift', nameAr: 'مجموعة المساء' })
    for (const [path, id, texts] of [
      ['/api/v1/Tenants', tenant, ['الامل شركه', tenant]],
      ['/api/v1/roles', role, ['desk night', role]],
      ['/api/v1/UserGroups', group, ['shift late', 'مجموعه', group]],
    ] as const)
      for (const text of texts) assert.deepEqual(await found(text, token, path), [id], text)
    expectStatus(await app.request('DELETE', `/api/v1/UserGroups/${group}`, { token }), 204)
    expectStatus(await app.request('DELETE', `/api/v1/admins/${ids.amira}`, { token }), 204)
    for (const text of ['late SHIFT', 'مجموعه', group]) assert.deepEqual(await found(text, token, '/api/v1/recycle-bin'), [group], text)
    for (const text of ['الرحمن اميره', 'ء اميره', ids.amira!])
      assert.deepEqual(await found(text, token, '/api/v1/recycle-bin'), ['amira'], text)
  })
})

describe('what an older version stored', () => {
  const renewAll = async () => {
    for (let last = await renewSearchTexts(app.open.service.database, null); last !== null; )
      last = await renewSearchTexts(app.open.service.database, last)
  }

  it('has the address people sign in with from the start on, before the job has run', async () => {
    const { kysely } = app.open.service.database
    const address = 'jose@b\u00fccher.example'
    const became = async (id: string) =>
      (await sql<{ key: string }>`select key from account_logins where account_id = ${id} and key like '%@%'`.execute(kysely)).rows.map(
        ({ key }) => key,
      )
    await sql`update accounts set search = ${`josé núñez\npepe.n\n${address}`} where id = ${ids.jose}`.execute(kysely)
    await sql`update account_logins set key = ${address} where account_id = ${ids.jose} and key like 'jose@%'`.execute(kysely)
    await sql`update accounts set search = ${'simon ellis\n\nellis'}, email = 'ellis@example.test' where id = ${ids.ellis}`.execute(kysely)
    // nobody signs in to a service that is opened and does not listen: what it did is done before
    const again = await openService(app.config, createLogger({ level: 'silent' }), {
      database: { ...app.open.service.database, close: async () => {} },
    })
    await again.close()
    assert.equal((await app.signIn(address, 'long words here')).user.id, ids.jose)
    assert.deepEqual(await became(ids.jose!), ['jose@xn--bcher-kva.example'])
    const { rows } = await sql<{ id: string }>`select id from accounts where search not like E'%\n%\n%\n%\n%'`.execute(kysely)
    assert.deepEqual(
      rows.map(({ id }) => id),
      [ids.ellis],
      'an address in ASCII alone may wait for the job',
    )
    await renewAll()
    await sql`update accounts set email = ${'ellis@b\u00fccher.example'} where id = ${ids.ellis}`.execute(kysely)
  })

  it('is renewed with the address people sign in with, a batch at a time, and nothing is left to do', async () => {
    const { kysely } = app.open.service.database
    const old = { search: 'josé núñez\npepe.n\njose@b\u00fccher.example', key: 'jose@b\u00fccher.example' }
    await sql`update accounts set search = ${old.search} where id = ${ids.jose}`.execute(kysely)
    await sql`update account_logins set key = ${old.key} where account_id = ${ids.jose} and key like 'jose@%'`.execute(kysely)
    assert.deepEqual(await found('nunez jose'), [])
    await renewAll()
    assert.deepEqual(await found('nunez jose 600123456'), ['jose'])
    assert.equal((await app.signIn('jose@b\u00fccher.example', 'long words here')).user.id, ids.jose)
    const { rows } = await sql`select id from accounts where search not like E'%\n%\n%\n%\n%'`.execute(kysely)
    assert.deepEqual(rows, [])
  })

  it('does not stand in the way where two old addresses are one today', async () => {
    const { kysely } = app.open.service.database
    const [one, two] = [ids.ellis!, ids.amira!]
    const keys = { [one]: 'twin@b\u00fccher.example', [two]: 'twin@b\u00fc\u034fcher.example' }
    for (const [id, email] of Object.entries(keys)) {
      await sql`update accounts set search = ${`old\n\n${email}`}, email = ${email}, deleted_at = null where id = ${id}`.execute(kysely)
      await sql`delete from account_logins where account_id = ${id}`.execute(kysely)
      await sql`insert into account_logins (account_id, kind, tenant_id, key) values (${id}, 'admin', ${tenantId}, ${email})`.execute(
        kysely,
      )
    }
    await renewAll()
    const { rows } = await sql<{ key: string }>`
      select key from account_logins where account_id in (${one}, ${two}) order by key`.execute(kysely)
    assert.deepEqual(
      rows.map(({ key }) => key),
      [keys[two], 'twin@xn--bcher-kva.example'].sort(),
    )
    assert.deepEqual(await found('simon'), ['ellis'])
  })
})
