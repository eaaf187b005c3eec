import assert from 'node:assert/strict'
import { it } from 'node:test'
import { latestOf } from '../../console/src/ui/list/latest.ts'

it('takes a record as the page had it that was read last, whichever was opened first', () => {
  const page = (dataUpdatedAt: number, ...items: object[]) => ({ state: { data: { items }, dataUpdatedAt } })
  const pages = [
    page(1, { id: 'a', memberCount: 0 }),
    page(3, { id: 'a', memberCount: 4 }),
    page(4),
    { state: { data: undefined, dataUpdatedAt: 0 } },
  ]
  assert.deepEqual(latestOf(pages, 'a'), { id: 'a', memberCount: 4 })
  assert.deepEqual(latestOf([...pages, page(6, { id: 'a', memberCount: 5 })], 'a'), { id: 'a', memberCount: 5 })
  assert.equal(latestOf(pages, 'b'), undefined)
})
