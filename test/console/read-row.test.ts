import assert from 'node:assert/strict'
import { it } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import { readRow } from '../../console/src/ui/list/read-row.ts'

it('takes a record as the page had it that was read last, whichever was opened first', () => {
  const cache = new QueryClient()
  const pageOf = (memberCount: number) => ({ items: [{ id: 'a', memberCount }] })
  cache.setQueryData(['listUserGroups', { page: 1 }], pageOf(0), { updatedAt: 1 })
  cache.setQueryData(['listUserGroups', { search: 'night' }], pageOf(4), { updatedAt: 3 })
  cache.setQueryData(['listUserGroups', { page: 2 }], { items: [] }, { updatedAt: 4 })
  cache.setQueryData(['listAdmins', { page: 1 }], pageOf(9), { updatedAt: 5 })
  assert.equal(readRow(cache, 'listUserGroups', 'a')?.memberCount, 4)
  cache.setQueryData(['listUserGroups', { page: 1 }], pageOf(5), { updatedAt: 6 })
  assert.equal(readRow(cache, 'listUserGroups', 'a')?.memberCount, 5)
  assert.equal(readRow(cache, 'listUserGroups', 'b'), undefined)
})
