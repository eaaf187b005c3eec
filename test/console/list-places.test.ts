/** Where a page of a list begins, and how reading goes on where a list is too long to be looked through at once. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { furtherIn, placeIn } from '../../console/src/ui/address.ts'

it('a place is the number of a page, or what came before it; anything else is the first page', () => {
  const read = ['3', undefined, '0', 'after.', '-1', 'after.v1.k.abc'].map((text) => placeIn(text))
  assert.deepEqual(read, [{ page: 3 }, { page: 1 }, { page: 1 }, { page: 1 }, { page: 1 }, { cursor: 'v1.k.abc' }])
})

it('reading goes on behind the last page that is known, and from there until the service says that nothing follows', () => {
  const page = { page: 1, totalPages: 1, nextCursor: 'v1.k.x', isTotalCapped: true } as const
  const numbered = { page: 1 } as const
  const beyond = { cursor: 'v1.k.w' } as const
  // nothing is found so far: there are no pages at all
  assert.equal(furtherIn({ ...page, totalPages: 0 }, numbered), 'after.v1.k.x')
  assert.equal(furtherIn(page, numbered), 'after.v1.k.x')
  // pages that have numbers come first, and what was counted whole has no others
  assert.equal(furtherIn({ ...page, totalPages: 2 }, numbered), undefined)
  assert.equal(furtherIn({ page: 1, totalPages: 1, nextCursor: null }, numbered), undefined)
  assert.equal(furtherIn(undefined, numbered), undefined)
  // one that is full may be told of one more: by its number it would be looked for from the beginning
  assert.equal(furtherIn({ ...page, page: 2, totalPages: 3 }, beyond), 'after.v1.k.x')
  assert.equal(furtherIn({ page: 3, totalPages: 2, nextCursor: null }, beyond), null)
  assert.deepEqual(placeIn(furtherIn(page, numbered) ?? undefined), { cursor: page.nextCursor })
})
