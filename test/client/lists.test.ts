/** Lists, files, forms and lines through the client. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { type Client, isRefused, Refused } from '../../client/src/client.ts'
import { startApp, superAdmin, type TestApp } from '../harness.ts'
import { clientOf, signIn } from './rig.ts'

let app: TestApp
let client: Client
let tenantId: string
before(async () => {
  app = await startApp()
  client = clientOf(app.url)
  await signIn(client, { ...superAdmin, id: '', tenantId: null })
  tenantId = (await client.call('createTenant', { body: { name: 'Lists' } })).id
})

describe('a list', () => {
  it('is read page by page, or record by record, to its end', async () => {
    for (let n = 0; n < 7; n++) await client.call('createRole', { body: { name: `Role ${n}`, tenantId } })
    const query = { search: 'Role', within: tenantId, sortBy: 'name', sortDirection: 'asc' } as const
    const names = ['Role 0', 'Role 1', 'Role 2', 'Role 3', 'Role 4', 'Role 5', 'Role 6']
    const pages: string[][] = []
    for await (const { items } of client.pages('listRoles', { query: { ...query, pageSize: 3 } })) pages.push(items.map(({ name }) => name))
    assert.deepEqual(pages, [names.slice(0, 3), names.slice(3, 6), names.slice(6)])
    const from: number[] = []
    for await (const page of client.pages('listRoles', { query: { ...query, pageSize: 3, page: 2 } })) from.push(page.page)
    assert.deepEqual(from, [2, 3])
    const read: string[] = []
    for await (const { name } of client.items('listRoles', { query: { ...query, pageSize: 2 } })) read.push(name)
    assert.deepEqual(read, names)
    for await (const { name } of client.items('listRoles', { query })) {
      assert.equal(name, names[0])
      break
    }
    const none: unknown[] = []
    for await (const role of client.items('listRoles', { query: { ...query, search: randomUUID() } })) none.push(role)
    assert.deepEqual(none, [])
  })

  it('fails as a call does', async () => {
    const bad = client.items('listRoles', { query: { within: 'no id' } })
    await assert.rejects(bad.next(), (error) => isRefused(error, 'listRoles') && error.code === 'validation_failed')
  })
})

describe('what is no JSON', () => {
  it('goes in a form and comes back as a file', async () => {
    const text = 'name,mail\nLina,lina@acme.example\n'
    const file = new File([text], 'people.csv', { type: 'text/csv' })
    const { id } = await client.call('uploadFile', { body: { file, isPublic: true } })
    const answer = await client.call('getFile', { path: { id } })
    assert.equal(await answer.text(), text)
    assert.match(answer.headers.get('content-disposition') ?? '', /people\.csv/)
    assert.equal(await client.call('deleteFile', { path: { id } }), undefined)
    await assert.rejects(client.call('getFile', { path: { id } }), (error) => error instanceof Refused && error.status === 404)
  })

  it('goes and comes in lines, of which none has to wait for the last', async () => {
    const count = 300
    async function* people() {
      for (let n = 0; n < count; n++) yield { email: `line-${n}-${tenantId}@example.test`, firstName: 'Lína', username: `line-${n}` }
    }
    const answers = await client.call('importUsers', { query: { tenantId }, body: people() })
    let [lines, affected] = [0, 0]
    for await (const answer of answers) {
      if (answer.line !== undefined) lines += 1
      affected = answer.affected ?? affected
    }
    assert.deepEqual([lines, affected], [count, count])
    const first = await client.call('listUsers', { query: { tenantId, search: 'line-299-' } })
    assert.equal(first.items[0]?.firstName, 'Lína')
    const bad = client.call('importUsers', { query: { tenantId: randomUUID() }, body: [{ email: 'x@example.test' }] })
    await assert.rejects(bad, (error) => error instanceof Refused && error.status === 404)
  })
})
