/** What the form of an item of the menu sends. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { draftOf, newItemOf, sent } from '../../console/src/screens/menus/item-draft.ts'

const item = {
  titleEn: 'Reports',
  titleAr: 'التقارير',
  key: 'reports',
  path: '/reports',
  icon: null,
  parentId: null,
  requiredPermission: null,
  isVisible: true,
}

it('what must not be empty is sent empty, and refused, and never left out', () => {
  assert.deepEqual(sent({}), {})
  assert.deepEqual(sent(draftOf(item)), item)
  assert.deepEqual(sent({ titleEn: ' All reports ', path: ' ' }), { titleEn: 'All reports', path: null })
  assert.deepEqual(sent({ titleEn: ' ', key: '', titleAr: '' }), { titleEn: '', key: '', titleAr: null })
})

it('a new item has its key made of its title where none is typed', () => {
  const { key, titleEn, ...rest } = newItemOf({ ...draftOf(null), titleEn: ' Reports ' })
  assert.deepEqual([key, titleEn], [undefined, 'Reports'])
  assert.deepEqual(rest, { titleAr: null, path: null, icon: null, parentId: null, requiredPermission: null, isVisible: true })
  assert.equal(newItemOf({ ...draftOf(null), titleEn: '' }).titleEn, '')
})
