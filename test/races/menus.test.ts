/** The menu under callers at once, on two services over one database where there is a server for it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus, type Reply, startTwo, type TestApp, tenantWithAdmin } from '../harness.ts'
import { everyRound, race, tally } from '../rig/race.ts'

const path = '/api/v1/menus'
let apps: readonly [TestApp, TestApp]
let app: TestApp
let root: string
before(async () => {
  apps = await startTwo()
  app = apps[0]
  root = await app.superToken()
})

interface Item {
  id: string
  parentId: string | null
  order: number
  tenantId: string | null
  children: Item[]
}
const all = (items: readonly Item[]): Item[] => items.flatMap((item) => [item, ...all(item.children)])
const scene = async () => {
  const own = await tenantWithAdmin(app)
  const token = (await own.signIn()).accessToken
  const add = async (body: object = {}, as = token): Promise<Item> =>
    expectStatus(await app.post(path, { titleEn: 'Item', ...body }, { token: as }), 201).json
  const shown = async () => all((await app.get(`${path}?all=true`, { token })).json as Item[]).filter(({ tenantId }) => tenantId !== null)
  return { token, add, shown }
}
const statuses = (replies: Reply[]) => tally(replies.map(({ status }) => status))

describe('a menu under callers at once', () => {
  it('one key: one 201, all others 409', async () => {
    await everyRound(async () => {
      const { token } = await scene()
      const replies = await race(
        Array.from({ length: 16 }, (_, n) => () => apps[n % 2]!.post(path, { titleEn: 'One', key: 'one' }, { token })),
      )
      assert.deepEqual(statuses(replies), { 201: 1, 409: 15 })
    })
  })

  it('an item that is changed while the platform deletes what it stands below: as it is by then, and no stale version passes', async () => {
    await everyRound(async () => {
      const { token, add, shown } = await scene()
      const parent = await add({}, root)
      const own = [await add({ parentId: parent.id }), await add({ parentId: parent.id })]
      const change = ({ id }: Item, body: object) =>
        apps[0].request('PUT', `${path}/${id}`, { body: { titleEn: 'New', ...body, version: 1 }, token })
      const [gone, whole, one] = (await race([
        () => apps[1].request('DELETE', `${path}/${parent.id}`, { token: root }),
        () => change(own[0]!, { parentId: parent.id }),
        () => change(own[1]!, {}),
      ])) as [Reply, Reply, Reply]
      assert.equal(gone.status, 204)
      // 404 where the parent that was sent is gone by then
      assert.ok([200, 404, 409].includes(whole.status), `${whole.status}`)
      assert.ok([200, 409].includes(one.status), `${one.status}`)
      for (const item of (await shown()).filter(({ id }) => own.some((mine) => mine.id === id))) assert.equal(item.parentId, null)
    })
  })

  it('crossed moves never make a circle, and each item is still there', async () => {
    await everyRound(async () => {
      const { token, add, shown } = await scene()
      const [a, b] = [await add(), await add()]
      const move = (n: number, id: string, parentId: string) => () =>
        apps[n]!.request('PUT', `${path}/${id}`, { token, body: { parentId } })
      const replies = await race([move(0, a.id, b.id), move(1, b.id, a.id)])
      assert.deepEqual(statuses(replies), { 200: 1, 400: 1 })
      assert.deepEqual(new Set((await shown()).map(({ id }) => id)), new Set([a.id, b.id]))
    })
  })

  it('an item of the platform goes while tenants put theirs below it: whoever was told 201 has it', async () => {
    await everyRound(async () => {
      const { token, add, shown } = await scene()
      const top = await add({}, root)
      const stood = await add({ parentId: top.id })
      const replies = await race([
        () => apps[0]!.request('DELETE', `${path}/${top.id}`, { token: root }),
        ...Array.from({ length: 6 }, (_, n) => () => apps[n % 2]!.post(path, { titleEn: `Below ${n}`, parentId: top.id }, { token })),
        () => apps[1]!.request('PUT', `${path}/reorder`, { token, body: { items: [{ id: stood.id, parentId: top.id, order: 9 }] } }),
      ])
      expectStatus(replies[0]!, 204)
      for (const reply of replies.slice(1, 7)) assert.ok([201, 404].includes(reply.status), reply.text)
      assert.ok([200, 400].includes(replies[7]!.status), replies[7]!.text)
      const made = replies.flatMap((reply) => (reply.status === 201 ? [reply.json.id as string] : []))
      const now = await shown()
      assert.deepEqual(new Set(now.map(({ id }) => id)), new Set([...made, stood.id]))
      assert.equal(now.length, made.length + 1)
      assert.ok(now.every(({ parentId }) => parentId === null))
    })
  })
})
