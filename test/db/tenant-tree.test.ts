import { deepEqual, equal } from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { uuidv7 } from '#core/uuid.ts'
import type { Database } from '#db/database.ts'
import { TenantTree } from '#db/live/tenant-tree.ts'
import { atEnd } from '../rig/cleanup.ts'
import { migratedDatabase } from '../rig/snapshots.ts'

const now = new Date('2026-03-01T12:00:00Z')

let database: Database
let tree: TenantTree
before(async () => {
  database = await migratedDatabase()
  atEnd(() => database.close())
  tree = await TenantTree.load(database)
})

async function addTenant(parentId: string | null): Promise<string> {
  const id = uuidv7(now)
  await database.kysely
    .insertInto('tenants')
    .values({ id, parentId, code: id, name: `Tenant ${id}`, createdAt: now })
    .execute()
  return id
}

type Change = Partial<{ status: 'Active' | 'Inactive' | 'Suspended' | 'Cancelled'; deletedAt: Date | null; sessionsValidAfter: Date }>

/** Changes a tenant, and lets the tree hear of it. */
async function change(id: string, values: Change): Promise<void> {
  await database.kysely.updateTable('tenants').set(values).where('id', '=', id).execute()
  await tree.apply([{ topic: 'tenant', subject: id }])
}

describe('the tree of tenants', () => {
  let root: string
  let child: string
  let grandchild: string
  let sibling: string
  let otherRoot: string
  before(async () => {
    root = await addTenant(null)
    child = await addTenant(root)
    grandchild = await addTenant(child)
    sibling = await addTenant(root)
    otherRoot = await addTenant(null)
    await tree.apply('flush')
  })

  it('knows who lies within whom', () => {
    equal(tree.isWithin(root, root), true)
    equal(tree.isWithin(root, grandchild), true)
    equal(tree.isWithin(child, sibling), false)
    equal(tree.isWithin(grandchild, child), false, 'never upwards')
    equal(tree.isWithin(otherRoot, grandchild), false)
  })

  it('gives the platform everything, and the platform itself to no tenant', () => {
    equal(tree.isWithin(null, null), true)
    equal(tree.isWithin(null, grandchild), true)
    equal(tree.isWithin(root, null), false)
  })

  it('knows an unknown tenant as within nothing and deleted', () => {
    const unknown = uuidv7(now)
    equal(tree.isWithin(root, unknown), false)
    equal(tree.isWithin(unknown, root), false)
    equal(tree.isWithin(unknown, unknown), false)
    equal(tree.state(unknown), 'tenant_deleted')
    deepEqual(tree.lineage(unknown), [])
  })

  it('names the lineage from itself upwards and counts subtrees', () => {
    deepEqual(
      tree.lineage(grandchild).map(({ id }) => id),
      [grandchild, child, root],
    )
    deepEqual(
      [root, child, grandchild, null].map((id) => tree.subtreeSize(id)),
      [4, 2, 1, 5],
    )
  })

  it('takes the worst state of a tenant and its ancestors, at the next question after it was told', async () => {
    equal(tree.state(null), null)
    await change(child, { status: 'Inactive' })
    deepEqual(
      [root, child, grandchild, sibling].map((id) => tree.state(id)),
      [null, 'tenant_inactive', 'tenant_inactive', null],
    )
    await change(root, { status: 'Suspended' })
    deepEqual(
      [root, child, grandchild].map((id) => tree.state(id)),
      ['tenant_suspended', 'tenant_suspended', 'tenant_suspended'],
    )
    await change(grandchild, { status: 'Cancelled' })
    equal(tree.state(grandchild), 'tenant_cancelled')
    await change(grandchild, { deletedAt: now })
    equal(tree.state(grandchild), 'tenant_deleted')
    equal(tree.subtreeSize(root), 4, 'lists go through deleted ones as well')
    await change(grandchild, { deletedAt: null, status: 'Active' })
    await change(child, { status: 'Active' })
    await change(root, { status: 'Active' })
    equal(tree.state(grandchild), null)
  })

  it('takes the newest end of sessions along the lineage', async () => {
    equal(tree.validAfter(null), null)
    equal(tree.validAfter(sibling), null)
    const [earlier, later] = [new Date('2026-03-02T00:00:00Z'), new Date('2026-03-03T00:00:00Z')]
    await change(child, { sessionsValidAfter: later })
    await change(root, { sessionsValidAfter: earlier })
    deepEqual(tree.validAfter(grandchild), later)
    deepEqual(tree.validAfter(sibling), earlier)
  })

  it('learns of new, moved and purged tenants', async () => {
    const leaf = await addTenant(sibling)
    equal(tree.node(leaf), undefined)
    await tree.apply([{ topic: 'tenant', subject: leaf }])
    equal(tree.isWithin(root, leaf), true)
    await database.kysely.updateTable('tenants').set({ parentId: otherRoot }).where('id', '=', leaf).execute()
    await tree.apply([{ topic: 'tree', subject: null }])
    equal(tree.isWithin(root, leaf), false)
    equal(tree.isWithin(otherRoot, leaf), true)
    await database.kysely.deleteFrom('tenants').where('id', '=', leaf).execute()
    await tree.apply([{ topic: 'tenant', subject: leaf }])
    equal(tree.node(leaf), undefined)
    equal(tree.isWithin(otherRoot, leaf), false)
  })

  it('agrees with a walk up the parents, whatever the shape', async () => {
    const shape = fc.array(fc.nat(), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(shape, async (choices) => {
        await database.kysely.deleteFrom('tenants').execute()
        const ids = choices.map(() => uuidv7(now))
        // each takes one of those before it as its parent, or none
        const parents = new Map(ids.map((id, n) => [id, choices[n]! % (n + 1) === n ? null : ids[choices[n]! % (n + 1)]!]))
        const rows = ids.map((id) => ({ id, parentId: parents.get(id)!, code: id, name: id, createdAt: now }))
        await database.kysely.insertInto('tenants').values(rows).execute()
        await tree.apply('flush')
        const climb = (id: string): string[] => [id, ...(parents.get(id) ? climb(parents.get(id)!) : [])]
        for (const id of ids) {
          deepEqual(
            tree.lineage(id).map((node) => node.id),
            climb(id),
          )
          for (const ancestor of ids) equal(tree.isWithin(ancestor, id), climb(id).includes(ancestor))
          equal(tree.subtreeSize(id), ids.filter((other) => climb(other).includes(id)).length)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('agrees, after every change it hears of, with a tree that is read anew', async () => {
    const kinds = ['child', 'root', 'move', 'Suspended', 'Cancelled', 'Active', 'delete', 'restore', 'end', 'purge', 'hidden'] as const
    const steps = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(), fc.nat()), { minLength: 1, maxLength: 15 })
    await fc.assert(
      fc.asyncProperty(steps, async (chosen) => {
        await database.kysely.deleteFrom('tenants').execute()
        const ids = [await addTenant(null)]
        await tree.apply('flush')
        tree.subtreeSize(null)
        for (const [kind, first, second] of chosen) {
          const [one, other] = [ids[first % ids.length]!, ids[second % ids.length]!]
          if (kind === 'child' || kind === 'root') {
            const made = await addTenant(kind === 'root' ? null : one)
            ids.push(made)
            await tree.apply([{ topic: 'tenant', subject: made }])
          } else if (kind === 'hidden') {
            // told of the child before its parent
            const above = await addTenant(one)
            const below = await addTenant(above)
            ids.push(above, below)
            for (const subject of [below, above]) await tree.apply([{ topic: 'tenant', subject }])
          } else if (kind === 'move') {
            if (!tree.isWithin(one, other)) await move(one, other)
          } else if (kind === 'purge') {
            if (ids.length > 1 && !ids.some((id) => id !== one && tree.isWithin(one, id))) {
              ids.splice(ids.indexOf(one), 1)
              await database.kysely.deleteFrom('tenants').where('id', '=', one).execute()
              await tree.apply([{ topic: 'tenant', subject: one }])
            }
          } else if (kind === 'delete' || kind === 'restore') await change(one, { deletedAt: kind === 'delete' ? now : null })
          else if (kind === 'end') await change(one, { sessionsValidAfter: new Date(now.getTime() + second) })
          else await change(one, { status: kind })
          const fresh = await TenantTree.load(database)
          equal(tree.subtreeSize(null), fresh.subtreeSize(null))
          for (const id of ids) {
            deepEqual(
              [tree.state(id), tree.validAfter(id), tree.subtreeSize(id)],
              [fresh.state(id), fresh.validAfter(id), fresh.subtreeSize(id)],
            )
            deepEqual(tree.lineage(id), fresh.lineage(id))
            for (const ancestor of ids) equal(tree.isWithin(ancestor, id), fresh.isWithin(ancestor, id))
          }
        }
      }),
      { numRuns: 30 },
    )
  })
})

async function move(id: string, parentId: string): Promise<void> {
  await database.kysely.updateTable('tenants').set({ parentId }).where('id', '=', id).execute()
  await tree.apply([{ topic: 'tenant', subject: id }])
}
