import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { grantBodyOf } from '../../console/src/screens/tenants/page/grant-body.ts'
import {
  bodyOf,
  countOf,
  differenceOf,
  extentOf,
  give,
  giveCategory,
  grantsOf,
  hide,
  type Right,
  shownOf,
} from '../../console/src/ui/matrix/matrix.ts'

const right = (id: string, more: Partial<Right> = {}): Right => ({
  id,
  name: `admins.${id}`,
  description: `To ${id} admins`,
  restrictableFields: ['email', 'phoneNumber'],
  ...more,
})
const view = right('view')
const update = right('update', { kept: { fields: ['email'], reason: 'hidden from you' } })
const remove = right('delete', { locked: 'You don’t hold it' })
const all = [view, update, remove]
const none = grantsOf([])

describe('what a matrix of permissions gives', () => {
  it('leaves alone what is locked, whether one is given or a whole category', () => {
    assert.equal(give(none, [remove], true).size, 0)
    assert.deepEqual([...giveCategory(none, all).keys()], ['view', 'update'])
    const held = grantsOf([{ id: 'delete', restrictedFields: [] }])
    assert.deepEqual([...giveCategory(giveCategory(held, all), all).keys()], ['delete'])
  })

  it('knows of a category whether all, some or none of it is given', () => {
    const some = give(none, [view], true)
    assert.deepEqual([extentOf(none, all), extentOf(some, all), extentOf(some, [view])], ['none', 'some', 'all'])
  })

  it('hides what is hidden from the giver, and never shows it', () => {
    const given = give(none, [update], true)
    assert.deepEqual(given.get('update'), ['email'])
    assert.deepEqual(hide(given, update, 'email', false).get('update'), ['email'])
    assert.deepEqual(hide(given, update, 'phoneNumber', true).get('update'), ['email', 'phoneNumber'])
    assert.equal(hide(none, view, 'email', true).size, 0)
  })

  it('sends back what a tenant hides itself, and nothing of what is hidden from above', () => {
    const inherited = right('view', { above: { fields: ['email'], reason: 'hidden above' } })
    const before = grantsOf([{ id: 'view', restrictedFields: ['email', 'phoneNumber'], ownFields: ['phoneNumber'] }])
    assert.deepEqual(bodyOf(before), { permissionIds: ['view'], restrictedFields: { view: ['phoneNumber'] } })
    // it ends where it is, and nowhere else
    for (const isHidden of [true, false]) assert.equal(hide(before, inherited, 'email', isHidden), before)
    assert.deepEqual(hide(before, inherited, 'phoneNumber', false).get('view'), [])
    const masked = { ...inherited, kept: { fields: ['email', 'phoneNumber'], reason: 'hidden from you' } }
    assert.deepEqual(give(give(before, [masked], false), [masked], true).get('view'), ['phoneNumber'])
  })

  it('tells what came, what went, and whose fields are others; there and back is no change', () => {
    const before = grantsOf([
      { id: 'view', restrictedFields: ['email'] },
      { id: 'update', restrictedFields: [] },
    ])
    const after = grantsOf([
      { id: 'view', restrictedFields: ['phoneNumber'] },
      { id: 'create', restrictedFields: [] },
    ])
    assert.deepEqual(differenceOf(before, after), {
      added: ['create'],
      removed: ['update'],
      changed: [{ id: 'view', hidden: ['phoneNumber'], shown: ['email'] }],
    })
    const there = hide(before, view, 'phoneNumber', true)
    assert.equal(countOf(differenceOf(before, hide(there, view, 'phoneNumber', false))), 0)
  })

  it('sends the whole list, and fields of those alone that have any', () => {
    const grants = hide(give(none, [view, right('create')], true), view, 'email', true)
    assert.deepEqual(bodyOf(grants), { permissionIds: ['view', 'create'], restrictedFields: { view: ['email'] } })
  })

  it('says of a tenant’s fields only what was chosen: what slept while a permission was taken is not ended by giving it again', () => {
    assert.deepEqual(grantBodyOf(none, give(none, [view], true)), { permissionIds: ['view'] })
    const hidden = grantsOf([{ id: 'view', restrictedFields: ['email'] }])
    const both = give(hidden, [right('create')], true)
    assert.deepEqual(grantBodyOf(hidden, both).restrictedFields, { view: ['email'] })
    // what somebody shows again is said, also where nothing else is hidden
    assert.deepEqual(grantBodyOf(hidden, hide(both, view, 'email', false)).restrictedFields, { view: [] })
  })

  it('finds by name, description and category; only what is given, only what changed', () => {
    const groups = [{ slug: 'admins', name: 'Administrators', rights: all }]
    const before = give(none, [view], true)
    const after = give(before, [update], true)
    const names = (search: string, only: 'all' | 'granted' | 'changed') =>
      shownOf(groups, search, only, before, after).flatMap(({ rights }) => rights.map(({ id }) => id))
    assert.deepEqual(names('To UPDATE', 'all'), ['update'])
    assert.deepEqual(names('administ', 'all'), ['view', 'update', 'delete'])
    assert.deepEqual(names('', 'granted'), ['view', 'update'])
    assert.deepEqual(names('', 'changed'), ['update'])
    assert.deepEqual(shownOf(groups, 'nothing like it', 'all', before, after), [])
  })
})
