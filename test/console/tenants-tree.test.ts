/** The tree of tenants without a page. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { movesFrom } from '../../console/src/screens/tenants/status.ts'
import { contrast, inkOn, readableOn } from '../../console/src/theme/contrast.ts'
import { type Branch, branchesOf, moveOf, type Node, rowsOf, totalOf } from '../../console/src/ui/tree/tree.ts'

const tenant = (id: string, childCount = 0) => ({ id, childCount })
const branch = (items: Node[], total = items.length): Branch<Node> => ({ items, total, isLoading: false, error: null })
const loaded: Record<string, Branch<Node>> = {
  top: branch([tenant('a', 2), tenant('b')]),
  a: branch([tenant('a1', 1), tenant('a2')], 300),
}

describe('the tree of tenants', () => {
  const open = new Set(['a', 'a1', 'gone'])
  const rows = rowsOf((parent) => loaded[parent], open)

  it('has children after their parent, and a row that waits where a branch is not whole', () => {
    assert.deepEqual(
      rows.map(({ id, level }) => [id, level]),
      [
        ['a', 1],
        ['a1', 2],
        ['wait-a1', 3],
        ['a2', 2],
        ['wait-a', 2],
        ['b', 1],
      ],
    )
    const waiting = rows.filter((row) => row.kind === 'wait')
    assert.deepEqual(
      waiting.map(({ isNext }) => isNext),
      [false, true],
    )
  })

  it('ends with a part that is not full, whatever the first one said', () => {
    const part = (length: number, totalCount: number) => ({ items: Array.from({ length }), totalCount })
    assert.equal(totalOf([], 100), 0)
    assert.equal(totalOf([part(100, 150)], 100), 150)
    assert.equal(totalOf([part(100, 150), part(50, 150)], 100), 150)
    // one was deleted, or made, after the first
    assert.equal(totalOf([part(100, 150), part(49, 149)], 100), 149)
    assert.equal(totalOf([part(100, 200), part(100, 201)], 100), 201)
    assert.equal(totalOf([part(100, 200), part(0, 99)], 100), 100)
  })

  it('loads what is open and can be reached', () => {
    assert.deepEqual(
      branchesOf((parent) => loaded[parent]?.items ?? [], open),
      ['top', 'a', 'a1'],
    )
  })

  it('is walked along the line of text in both directions of writing', () => {
    assert.deepEqual(moveOf(rows, 0, 'ArrowRight', false), { to: 'a1' })
    assert.deepEqual(moveOf(rows, 0, 'ArrowLeft', true), { to: 'a1' })
    assert.deepEqual(moveOf(rows, 0, 'ArrowLeft', false), { shut: 'a' })
    assert.deepEqual(moveOf(rows, 3, 'ArrowLeft', false), { to: 'a' })
    assert.deepEqual(moveOf(rows, 0, 'End', false), { to: 'b' })
    assert.equal(moveOf(rows, 5, 'ArrowRight', false), null)
  })
})

describe('the status of a tenant', () => {
  it('goes where the service lets it go; a cancelled one comes back by the platform alone', () => {
    assert.deepEqual(movesFrom('Active', false), ['Inactive', 'Suspended', 'Cancelled'])
    assert.deepEqual(movesFrom('Cancelled', false), [])
    assert.deepEqual(movesFrom('Cancelled', true), ['Active'])
  })
})

describe('colours that a tenant chose', () => {
  it('have black or white text on them, whichever can be read, and are themselves text that can', () => {
    for (const colour of ['#000000', '#ffffff', '#767676', '#777777', '#4a4ed8', '#ffcc00', '#00ff00', '#808080', '#c42b36']) {
      assert.ok(contrast(colour, inkOn(colour)) >= 4.5, colour)
      for (const ground of ['#ffffff', '#131418']) assert.ok(contrast(readableOn(colour, ground), ground) >= 4.5, `${colour} on ${ground}`)
    }
    assert.equal(readableOn('#4a4ed8', '#ffffff'), '#4a4ed8')
  })
})
