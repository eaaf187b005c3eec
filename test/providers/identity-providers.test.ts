/** Identity providers that tenants bring along: who may name, see, change and delete which, and what an issuer must be. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { addAdmin, addTenant } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { discoveryOf, startIssuer, type TestIssuer } from '../rig/issuer.ts'

let app: TestApp
let strict: TestApp
let root: string
let tenantId: string
let issuer: TestIssuer
before(async () => {
  app = await startApp()
  strict = await startApp({ env: { WEBHOOK_ALLOW_PRIVATE: 'off' } })
  root = await app.superToken()
  tenantId = await addTenant(app)
  issuer = await startIssuer()
})

const at = (id: string) => `/api/v1/Tenants/${id}/identity-providers`
const wanted = (more: Record<string, unknown> = {}) => ({ name: 'acme', displayName: 'Acme', issuer: issuer.url, clientId: 'us', ...more })
const add = (id: string, body: object, token = root) => app.post(at(id), body, { token })
const change = (id: string, providerId: string, body: object, token = root) =>
  app.request('PUT', `${at(id)}/${providerId}`, { token, body })
const list = async (id: string, token = root) => expectStatus(await app.get(at(id), { token }), 200).json.identityProviders
const eventsOf = async (providerId: string) => {
  const rows = await app.open.service.database.kysely.selectFrom('events').select(['type', 'data']).orderBy('id').execute()
  return rows.filter(({ data }) => (data as { providerId?: string }).providerId === providerId)
}

describe('an identity provider of a tenant', () => {
  it('201, in the list without its secret, changed with its version, and gone', async () => {
    const id = await addTenant(app)
    const made = expectStatus(await add(id, wanted({ clientSecret: 'a secret between them' })), 201)
    const { id: providerId, createdAt, updatedAt, ...rest } = made.json
    assert.equal(createdAt, updatedAt)
    const shown = { tenantId: id, name: 'acme', displayName: 'Acme', issuer: issuer.url, clientId: 'us', hasClientSecret: true }
    assert.deepEqual(rest, { ...shown, scopes: ['openid', 'email', 'profile'], trustEmail: false, isActive: true, version: 1 })
    assert.deepEqual(await list(id), [made.json])
    const row = await app.open.service.database.kysely.selectFrom('identityProviders').selectAll().where('id', '=', providerId).execute()
    assert.ok(!JSON.stringify(row).includes('a secret between them'))

    const asked = issuer.asked
    const change1 = { displayName: 'Acme 2', trustEmail: true, scopes: ['openid'], clientSecret: null, issuer: issuer.url, version: 1 }
    const changed = expectStatus(await change(id, providerId, change1), 200).json
    assert.equal(issuer.asked, asked, 'the same issuer needs no look')
    assert.deepEqual(
      [changed.displayName, changed.trustEmail, changed.scopes, changed.hasClientSecret, changed.version],
      ['Acme 2', true, ['openid'], false, 2],
    )
    assert.equal(expectStatus(await change(id, providerId, { isActive: false, version: 1 }), 409).json.code, 'version_conflict')
    assert.equal(
      expectStatus(await change(id, providerId, { displayName: 'Acme 2', clientSecret: null }), 200).json.version,
      2,
      'no change',
    )
    expectStatus(await app.request('DELETE', `${at(id)}/${providerId}`, { token: root }), 204)
    expectStatus(await app.request('DELETE', `${at(id)}/${providerId}`, { token: root }), 404)
    expectStatus(await change(id, providerId, {}), 404)
    assert.deepEqual(await list(id), [])
    const events = await eventsOf(providerId)
    assert.deepEqual(
      events.map(({ type }) => type.replace('tenant.identity_provider_', '')),
      ['created', 'updated', 'deleted'],
    )
    assert.deepEqual(
      (events[1]!.data as { changedFields: string[] }).changedFields.toSorted((a, b) => a.localeCompare(b)),
      ['clientSecret', 'displayName', 'scopes', 'trustEmail'],
    )
  })

  it('goes, or becomes another one, with more links than one statement has time for', async () => {
    const { kysely } = app.open.service.database
    await sql`create function refuse_many() returns trigger language plpgsql as
      $$ begin if (select count(*) from gone) > 5000 then raise exception 'too many at once'; end if; return null; end $$`.execute(kysely)
    await sql`create trigger refuse_many after delete on external_logins referencing old table as gone
      for each statement execute function refuse_many()`.execute(kysely)
    const id = await addTenant(app)
    const account = await addAdmin(app, id, { kind: 'user' })
    const { id: providerId } = expectStatus(await add(id, wanted()), 201).json
    const links = async () =>
      (await kysely.selectFrom('externalLogins').select('id').where('provider', '=', providerId).limit(1).execute()).length
    const link = () =>
      sql`insert into external_logins (id, account_id, kind, tenant_id, provider, subject, linked_at)
        select gen_random_uuid(), ${account.id}::uuid, 'user', ${id}::uuid, ${providerId}, 's' || n, now() from generate_series(1, 10001) n`.execute(
        kysely,
      )
    await link()
    assert.equal(expectStatus(await change(id, providerId, { clientId: 'other', version: 1 }), 200).json.version, 2)
    assert.equal(await links(), 0)
    await link()
    expectStatus(await app.request('DELETE', `${at(id)}/${providerId}`, { token: root }), 204)
    assert.equal(await links(), 0)
    assert.equal((await eventsOf(providerId)).length, 3)
    await sql`drop function refuse_many cascade`.execute(kysely)
  })

  it('never hands its secret to the server of another issuer', async () => {
    const id = await addTenant(app)
    const thief = await startIssuer()
    const { id: providerId } = expectStatus(await add(id, wanted({ clientSecret: 'a secret between them' })), 201).json
    const { json } = expectStatus(await change(id, providerId, { issuer: thief.url }), 400)
    assert.deepEqual([json.errors[0].field, json.errors[0].code], ['clientSecret', 'required'])
    assert.equal((await list(id))[0].issuer, issuer.url)
    assert.equal(expectStatus(await change(id, providerId, { issuer: thief.url, clientSecret: null }), 200).json.hasClientSecret, false)
    assert.equal(
      expectStatus(await change(id, providerId, { issuer: issuer.url, clientSecret: 'another' }), 200).json.hasClientSecret,
      true,
    )
  })

  it('is one of its name, and ten at most, whoever asks at the same moment', async () => {
    const id = await addTenant(app)
    const names = Array.from({ length: 12 }, (_, number) => `sso-${number}`)
    const replies = await Promise.all([...names, ...names].map((name) => add(id, wanted({ name }))))
    const codes = replies.map(({ status, json }) => (status === 201 ? 'made' : json.code))
    assert.equal(codes.filter((code) => code === 'made').length, 10)
    assert.ok(
      codes.every((code) => ['made', 'conflict', 'quota_exceeded'].includes(code)),
      codes.join(),
    )
    assert.equal((await list(id)).length, 10)
  })

  it('400 for names of the service, and for what is no name, no scope and no field', async () => {
    for (const name of ['google', 'apple', 'microsoft', 'facebook', 'Acme', 'a', '1a', 'a b', 'a/b', '', 'x'.repeat(40), null, '__proto__'])
      assert.equal(expectStatus(await add(tenantId, wanted({ name })), 400).json.errors[0].field, 'name', String(name))
    for (const scopes of [[], ['email'], ['openid', 'a b'], ['openid', 'a"b'], 'openid'])
      assert.match(expectStatus(await add(tenantId, wanted({ scopes })), 400).json.errors[0].field, /^scopes/)
    for (const more of [{ displayName: '' }, { clientId: '' }, { clientSecret: '' }, { tenantId }, { id: tenantId }, { version: 1 }])
      expectStatus(await add(tenantId, wanted(more)), 400)
    assert.deepEqual(await list(tenantId), [])
  })

  it('is for tenants.update of that tenant alone; the list for tenants.view', async () => {
    const own = await tenantWithAdmin(app)
    const other = await tenantWithAdmin(app)
    const token = (await own.signIn()).accessToken
    const stranger = (await other.signIn()).accessToken
    const { id: providerId } = expectStatus(await add(own.tenant.id, wanted(), token), 201).json
    assert.equal((await list(own.tenant.id, token)).length, 1)
    expectStatus(await app.get(at(own.tenant.id), { token: stranger }), 404)
    expectStatus(await add(own.tenant.id, wanted({ name: 'theirs' }), stranger), 404)
    expectStatus(await change(own.tenant.id, providerId, { isActive: false }, stranger), 404)
    expectStatus(await change(other.tenant.id, providerId, { isActive: false }, stranger), 404)
    expectStatus(await app.request('DELETE', `${at(own.tenant.id)}/${providerId}`, { token: stranger }), 404)
    expectStatus(await app.get(at(own.tenant.id)), 401)
  })
})

describe('an issuer', () => {
  const refused = async (target: TestApp, body: object, code: string) => {
    const token = await target.superToken()
    const id = target === app ? tenantId : await addTenant(target)
    const { json } = expectStatus(await target.post(at(id), body, { token }), 400)
    assert.deepEqual(
      json.errors.map((error: { field: string; code: string }) => [error.field, error.code]),
      [['issuer', code]],
    )
    return json
  }

  it('must be https and public, whatever way it is spelt', async () => {
    for (const [address, code] of [
      [issuer.url, 'https_required'],
      ['http://login.example.com', 'https_required'],
      ['https://127.0.0.1', 'blocked_address'],
      ['https://2130706433/', 'blocked_address'],
      ['https://[::ffff:7f00:1]', 'blocked_address'],
      ['https://169.254.169.254', 'blocked_address'],
      ['https://localhost:8443', 'blocked_address'],
      ['https://login.example.com:22', 'blocked_address'],
      ['https://a:b@login.example.com', 'format'],
      ['https://login.example.com#x', 'format'],
      ['https://login.example.com?x=1', 'format'],
      ['login.example.com', 'format'],
      ['', 'format'],
    ] as const)
      await refused(strict, wanted({ issuer: address }), code)
  })

  it('must answer with a discovery document that names it, within its time and size', async () => {
    const other = await startIssuer()
    const answers: [string, TestIssuer['answer']][] = [
      ['issuer_mismatch', (response) => response.end(JSON.stringify(discoveryOf(`${other.url}/`)))],
      ['issuer_mismatch', (response) => response.end(JSON.stringify(discoveryOf(issuer.url)))],
      ['issuer_unreachable', (response) => response.end('<html>')],
      ['issuer_unreachable', (response) => response.end(JSON.stringify({ issuer: other.url }))],
      ['issuer_unreachable', (response) => response.writeHead(302, { location: `${issuer.url}/.well-known/openid-configuration` }).end()],
      ['issuer_unreachable', (response) => response.writeHead(500).end(JSON.stringify(discoveryOf(other.url)))],
      ['issuer_unreachable', (response) => response.end(' '.repeat(1024 * 1024 + 1) + JSON.stringify(discoveryOf(other.url)))],
      ['issuer_unreachable', (response) => response.destroy()],
      ['blocked_address', (response) => response.end(JSON.stringify({ ...discoveryOf(other.url), jwks_uri: 'file:///etc/passwd' }))],
    ]
    for (const [code, answer] of answers) {
      other.answer = answer
      const said = await refused(app, wanted({ issuer: other.url }), code)
      assert.ok(!JSON.stringify(said).includes('127.0.0.1'))
    }
    await refused(app, wanted({ issuer: 'http://127.0.0.1:1' }), 'issuer_unreachable')
    other.answer = null
    const { id } = expectStatus(await add(tenantId, wanted({ name: 'moves', issuer: other.url })), 201).json
    const { json } = expectStatus(await change(tenantId, id, { issuer: 'http://127.0.0.1:1' }), 400)
    assert.equal(json.errors[0].code, 'issuer_unreachable')
    expectStatus(await change(tenantId, id, { issuer: issuer.url }), 200)
  })
})
