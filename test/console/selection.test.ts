import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { choose, countOf, everything, isChosen, nothing } from '../../console/src/ui/list/selection.ts'

describe('a selection', () => {
  it('of some is those, and counts them', () => {
    const some = choose(choose(nothing, ['a', 'b', 'c'], true), ['b'], false)
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((id) => isChosen(some, id)),
      [true, false, true, false],
    )
    assert.equal(countOf(some, 100), 2)
  })

  it('of all that match is all but some, on pages that nobody opened too', () => {
    const most = choose(everything, ['a', 'b'], false)
    assert.deepEqual(
      ['a', 'b', 'never seen'].map((id) => isChosen(most, id)),
      [false, false, true],
    )
    assert.equal(countOf(most, 100), 98)
    assert.equal(countOf(choose(most, ['a'], true), 100), 99)
    assert.equal(countOf(most, 1), 0)
  })
})
