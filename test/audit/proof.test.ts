/** GET /api/v1/audit/verify and /checkpoint: whose log who may prove, and that a kept checkpoint shows what was cut off. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { tokenHolding } from '../actors.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { eventually } from '../rig/ports.ts'

let app: TestApp
let root: string
let token: string
let own: Awaited<ReturnType<typeof tenantWithAdmin>>
let child: Awaited<ReturnType<typeof tenantWithAdmin>>

before(async () => {
  app = await startApp({ background: true })
  root = await app.superToken()
  own = await tenantWithAdmin(app, {})
  token = (await own.signIn()).accessToken
  child = await tenantWithAdmin(app, { parentTenantId: own.tenant.id, token })
})

const get = async (path: string, as = token) => await app.get(`/api/v1/audit/${path}`, { token: as })
const verify = async (query = '', as = token) => expectStatus(await get(`verify${query}`, as), 200).json
const checkpoint = async (query = '', as = token) => expectStatus(await get(`checkpoint${query}`, as), 200).json
const sealed = (query = '', as = token) =>
  eventually('the log to be sealed', async () => {
    const { unsealed, checked } = await verify(query, as)
    return unsealed === 0 && checked > 0
  })
const run = (statement: ReturnType<typeof sql>) => statement.execute(app.open.service.database.kysely)

describe('GET /api/v1/audit/verify', () => {
  it('200 proves the own log, for the platform any', async () => {
    await sealed()
    const proof = await verify()
    assert.deepEqual({ ...proof, checked: 0 }, { valid: true, checked: 0, unsealed: 0, erased: 0, firstBreak: null, nextSequence: null })
    const { totalCount } = (await app.get(`/api/v1/audit?tenantId=${own.tenant.id}`, { token })).json
    assert.equal(proof.checked, totalCount)
    assert.equal((await verify(`?tenantId=${own.tenant.id}`)).checked, totalCount)
    assert.equal((await verify(`?tenantId=${own.tenant.id}`, root)).checked, totalCount)
    await sealed('', root)
    assert.equal((await verify('', root)).valid, true)
  })

  it('404 for the log of another tenant, one below and an unknown one alike; 403 without audit.view; 401 without a token', async () => {
    const stranger = await tenantWithAdmin(app, {})
    const answers = new Set<string>()
    for (const path of ['verify', 'checkpoint']) {
      for (const id of [stranger.tenant.id, child.tenant.id, randomUUID()]) {
        const { json } = expectStatus(await get(`${path}?tenantId=${id}`), 404)
        answers.add(JSON.stringify({ ...json, traceId: null }).replaceAll(id, ''))
      }
      expectStatus(await get(`${path}?tenantId=${randomUUID()}`, root), 404)
      expectStatus(await app.get(`/api/v1/audit/${path}`), 401)
      expectStatus(await get(path, await tokenHolding(app, own.tenant.id, ['roles.view'])), 403)
    }
    assert.equal(answers.size, 1, [...answers].join('\n'))
  })

  it('400 for what is no place and no checkpoint', async () => {
    for (const query of ['fromSequence=0', 'fromSequence=1.5', 'fromSequence=x', 'checkpoint=12-34', 'tenantId=x'])
      assert.equal((await get(`verify?${query}`)).status, 400, query)
    expectStatus(await get(`verify?checkpoint=9999999999999999-${'0'.repeat(64)}`), 200)
  })

  it('200 goes on from a place', async () => {
    const { tenant } = await tenantWithAdmin(app, {})
    const query = `?tenantId=${tenant.id}`
    await sealed(query, root)
    const { checked } = await verify(query, root)
    assert.equal((await verify(`${query}&fromSequence=2`, root)).checked, checked - 1)
  })

  it('200 names the first break; a kept checkpoint shows an end that was cut off, and all that was made anew', async () => {
    const { tenant } = await tenantWithAdmin(app, {})
    const query = `?tenantId=${tenant.id}`
    await sealed(query, root)
    const kept = await checkpoint(query, root)
    assert.equal(kept.tenantId, tenant.id)
    assert.equal(kept.sequence, (await verify(query, root)).checked)
    const withKept = `${query}&checkpoint=${kept.hash}`
    assert.equal((await verify(withKept, root)).valid, true)
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${tenant.id}`, { body: { name: 'Another name' }, token: root }), 200)
    await sealed(query, root)
    assert.equal((await verify(withKept, root)).valid, true)
    assert.notEqual((await checkpoint(query, root)).hash, kept.hash)
    const newest = (await app.get(`/api/v1/audit${query}&pageSize=1`, { token: root })).json.items[0].id
    await run(sql`update events set entity_name = 'Mine' where id = ${newest}::uuid`)
    const broken = await verify(withKept, root)
    assert.deepEqual([broken.valid, broken.firstBreak], [false, { entryId: newest, kind: 'changed' }])
    // the chain is taken back to its first seal, so that it is whole again, but short
    await run(sql`with head as (
        update audit_chains c set sequence = s.sequence, mac = s.mac from audit_seals s
        where c.tenant_id = ${tenant.id}::uuid and s.chain_id = c.id and s.sequence = 1 returning c.id
      ), cut as (delete from audit_seals s using head where s.chain_id = head.id and s.sequence > 1 returning event_id)
      delete from events using cut where id = cut.event_id`)
    assert.equal((await verify(query, root)).valid, true)
    const cut = await verify(withKept, root)
    assert.deepEqual([cut.valid, cut.checked, cut.firstBreak], [false, 1, { entryId: null, kind: 'removed' }])
  })
})
