/** GET /api/v1/files: what a tenant and those below it keep, in pages, and what is nobody's. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { uuidv7 } from '#core/uuid.ts'
import { tokenHolding } from '../actors.ts'
import { addAdmin, change } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { pdf, picture, uploaded } from './rig.ts'

const at = '/api/v1/files'

type Made = Awaited<ReturnType<typeof tenantWithAdmin>>
let app: TestApp
let root: string
let own: Made
let token: string
/** Newest first. */
let names: string[]

before(async () => {
  app = await startApp()
  root = await app.superToken()
  own = await tenantWithAdmin(app, { name: 'Own' })
  token = (await own.signIn()).accessToken
  const child = await tenantWithAdmin(app, { name: 'Child', parentTenantId: own.tenant.id })
  const stranger = await tenantWithAdmin(app)
  await uploaded(app, (await stranger.signIn()).accessToken, pdf(), 'Price list of others.pdf')
  await uploaded(app, token, pdf(50), 'Price list 2026.pdf')
  await uploaded(app, token, await picture().png().toBuffer(), 'Summer.png', { isPublic: 'true' })
  await uploaded(app, (await child.signIn()).accessToken, pdf(), 'List of prices_100%.pdf')
  names = ['List of prices_100%.pdf', 'Summer.png', 'Price list 2026.pdf']
})

const page = async (query = '', by = token) => expectStatus(await app.get(`${at}${query}`, { token: by }), 200).json
const namesOf = async (query: string, by = token) => (await page(query, by)).items.map(({ fileName }: { fileName: string }) => fileName)

describe('GET /api/v1/files', () => {
  it('200 shows the files of the own tenant and those below, newest first, as an upload answers them', async () => {
    assert.deepEqual(await namesOf(''), names)
    assert.deepEqual(await namesOf('?sortDirection=asc'), [...names].reverse())
    const { totalCount, items } = await page()
    assert.equal(totalCount, 3)
    const { id: adminId } = (await app.get('/api/v1/Admins/me', { token })).json
    const { tenantId, tenantName, uploadedBy, uploadedByName, size, contentType, isPublic, url, id } = items[2]
    assert.deepEqual(
      { tenantId, tenantName, uploadedBy, uploadedByName, size, contentType, isPublic, url },
      {
        tenantId: own.tenant.id,
        tenantName: 'Own',
        uploadedBy: adminId,
        uploadedByName: `First ${own.admin.lastName}`,
        size: 50,
        contentType: 'application/pdf',
        isPublic: false,
        url: `${at}/${id}`,
      },
    )
    expectStatus(await app.get(items[1].url), 200)
  })

  it('200 goes on by its cursor, and narrows by type, publicity and tenant', async () => {
    const first = await page('?pageSize=2')
    assert.deepEqual(await namesOf(`?pageSize=2&cursor=${first.nextCursor}`), names.slice(2))
    assert.deepEqual(await namesOf('?contentType=image/png'), ['Summer.png'])
    assert.deepEqual(await namesOf('?isPublic=true'), ['Summer.png'])
    assert.deepEqual(await namesOf('?isPublic=false&contentType=application/pdf'), [names[0], names[2]])
    assert.deepEqual(await namesOf(`?within=${(await page()).items[0].tenantId}`), [names[0]])
  })

  it('200 finds names by words in any order, literally, and a file by its id', async () => {
    assert.deepEqual(await namesOf('?search=list%20price'), [names[0], names[2]])
    assert.deepEqual(await namesOf('?search=_100%25'), [names[0]])
    assert.deepEqual(await namesOf('?search=_'), [names[0]])
    assert.deepEqual(await namesOf(`?search=${(await page()).items[1].id}`), [names[1]])
    assert.deepEqual(await namesOf('?search=others'), [])
    assert.deepEqual(await namesOf(`?search=${(await page('?search=others', root)).items[0].id}`), [], 'by the id of one out of scope')
  })

  it('200 names nobody from above who uploaded, neither by name nor by id', async () => {
    const above = await addAdmin(app, null)
    const [file] = (await page()).items
    const put = (uploadedBy: string) =>
      change(app, async ({ db }) => void (await db.updateTable('files').set({ uploadedBy }).where('id', '=', file.id).execute()))
    await put(above.id)
    assert.deepEqual([(await page()).items[0].uploadedBy, (await page()).items[0].uploadedByName], [null, null])
    assert.equal((await page('', root)).items.find(({ id }: { id: string }) => id === file.id).uploadedBy, above.id)
    await put(file.uploadedBy)
    assert.equal((await page()).items[0].uploadedByName, file.uploadedByName)
  })

  it('200 shows nothing of a deleted tenant, and all of it when that is back; its files are 404 meanwhile', async () => {
    const gone = await tenantWithAdmin(app, { parentTenantId: own.tenant.id })
    const file = await uploaded(app, (await gone.signIn()).accessToken, pdf(), 'Gone.pdf')
    const others = (await page('', root)).totalCount
    expectStatus(await app.request('DELETE', `/api/v1/Tenants/${gone.tenant.id}`, { token: root }), 204)
    assert.deepEqual(await namesOf(''), names)
    assert.equal((await page('', root)).totalCount, others - 1)
    assert.deepEqual(await namesOf('?search=gone', root), [])
    expectStatus(await app.get(`${at}/${file.id}`, { token }), 404)
    expectStatus(await app.post(`/api/v1/recycle-bin/${gone.tenant.id}/restore`, {}, { token: root }), 200)
    assert.deepEqual(await namesOf(''), ['Gone.pdf', ...names])
    expectStatus(await app.get(`${at}/${file.id}`, { token }), 200)
  })

  it('200 counts many up to a bound, and says so', async () => {
    const many = await tenantWithAdmin(app)
    const now = app.clock.now()
    const facts = { contentType: 'text/csv; charset=utf-8', bytes: 1, checksum: '', isPublic: false, createdAt: now }
    await change(app, async ({ db }) => {
      for (let n = 0; n < 11; n++) {
        const rows = Array.from({ length: 1000 }, (_, at) => ({ id: uuidv7(now), key: `many/${n}/${at}`, fileName: `${at}.csv` }))
        await db
          .insertInto('files')
          .values(rows.map((row) => ({ ...row, ...facts, tenantId: many.tenant.id })))
          .execute()
      }
    })
    const { totalCount, isTotalCapped, items } = await page('', (await many.signIn()).accessToken)
    assert.deepEqual([totalCount, isTotalCapped, items.length], [10_000, true, 10])
  })

  it('400 for a type that none has; 403 without files.view, which is enough', async () => {
    for (const query of ['contentType=text/html', 'isPublic=1', 'within=acme', 'sortBy=fileName'])
      expectStatus(await app.get(`${at}?${query}`, { token }), 400)
    const [without, with_] = [
      await tokenHolding(app, own.tenant.id, ['files.create']),
      await tokenHolding(app, own.tenant.id, ['files.view']),
    ]
    assert.equal(expectStatus(await app.get(at, { token: without }), 403).json.requiredPermission, 'files.view')
    expectStatus(await app.get(at, { token: with_ }), 200)
  })
})
