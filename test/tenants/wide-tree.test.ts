/** The widest trees: a tenant with ten thousand children, and a tree that is too large for one answer. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { TreeNode } from '#modules/tenants/tenants.tree.schema.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { addTenants } from './many-tenants.ts'

let app: TestApp
let root: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
})

const tree = async (token: string): Promise<TreeNode[]> => expectStatus(await app.get('/api/v1/Tenants/tree', { token }), 200).json

describe('a tenant with ten thousand children', () => {
  let parent: string
  let token: string
  before(async () => {
    const { tenant, signIn } = await tenantWithAdmin(app, { name: 'Wide' })
    parent = tenant.id
    await addTenants(app, parent, 10_000)
    token = (await signIn()).accessToken
  })

  it('200 is read whole, and page by page without a gap', async () => {
    const [own] = await tree(token)
    assert.equal(own?.children.length, 10_000)
    assert.equal((await app.get(`/api/v1/Tenants/${parent}/descendant-count`, { token })).json.count, 10_000)
    const pages = [1, 37, 100].map((page) => `/api/v1/Tenants/${parent}/children?pageSize=100&sortBy=name&sortDirection=asc&page=${page}`)
    for (const path of pages) {
      const { json } = expectStatus(await app.get(path, { token }), 200)
      assert.deepEqual([json.totalCount, json.totalPages, json.items.length], [10_000, 100, 100])
      const first = (json.page - 1) * 100
      assert.deepEqual(
        json.items.map(({ name }: { name: string }) => name),
        Array.from({ length: 100 }, (_, at) => `Child ${String(first + at + 1).padStart(5, '0')}`),
      )
    }
  })

  it('413 for a tree that is too large for one answer; its pages still are answered', async () => {
    await addTenants(app, null, 50_001)
    assert.equal(expectStatus(await app.get('/api/v1/Tenants/tree', { token: root }), 413).json.code, 'payload_too_large')
    assert.ok(expectStatus(await app.get('/api/v1/Tenants/myChildren', { token: root }), 200).json.totalCount > 50_000)
    assert.equal((await tree(token))[0]?.children.length, 10_000)
  })
})
