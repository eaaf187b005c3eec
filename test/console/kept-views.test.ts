/** What somebody keeps of a list, however it was kept. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnsIn } from '../../console/src/ui/list/kept-columns.ts'
import {
  mostLetters,
  mostViews,
  renamedView,
  viewAddress,
  viewName,
  viewQuery,
  viewsIn,
  withoutView,
  withView,
} from '../../console/src/ui/list/views/kept-views.ts'

const filters = [{ key: 'status' }]
const view = (name: string, query = '', screen = 'listAdmins') => ({ screen, name, query })

describe('a view of a list', () => {
  it('is its search, filters and order, and neither page nor record', () => {
    const address = { page: '3', open: 'x', within: 'y', status: 'Blocked', search: 'ريم & <b>', sort: '-createdAt', other: '1' }
    const query = viewQuery(filters, address)
    assert.deepEqual(Object.fromEntries(new URLSearchParams(query)), { search: 'ريم & <b>', sort: '-createdAt', status: 'Blocked' })
    assert.equal(viewQuery(filters, { sort: '-createdAt', search: 'ريم & <b>', status: 'Blocked' }), query)
    assert.equal(viewQuery(filters, {}), '')
  })

  it('leads to its address, from which what it does not say goes', () => {
    const to = viewAddress(filters, 'search=a&within=z&open=1&do=new&page=9')
    assert.deepEqual(to, {
      ...{ search: 'a', sort: undefined, view: undefined, status: undefined },
      ...{ page: undefined, open: undefined, tab: undefined, do: undefined },
    })
    assert.equal(viewAddress(filters, `search=${'a'.repeat(500)}`).search?.length, 100)
  })

  it('has a name that can be seen, of sixty letters at most', () => {
    assert.equal(viewName('  two\n\u202ewords\u0000 '), 'two words')
    assert.equal([...viewName('😀'.repeat(80))].length, mostLetters)
    assert.equal(viewName(' \u2066\t'), '')
  })

  it('is left out where what was kept makes no sense', () => {
    for (const kept of [null, undefined, 'views', 7, {}, [null], [1], [[]], [{ screen: 'listAdmins' }]])
      assert.deepEqual(viewsIn(kept, 'listAdmins'), [], JSON.stringify(kept))
    const odd = [view('A', 'search=1'), view(' '), { ...view('B'), query: 5 }, view('C', 'x'.repeat(1001)), view('D', '', 'listUsers')]
    assert.deepEqual(viewsIn(odd, 'listAdmins'), [{ name: 'A', query: 'search=1' }])
    const many = Array.from({ length: 40 }, (_, n) => view(`View ${n}`))
    assert.equal(viewsIn(many, 'listAdmins').length, mostViews)
    assert.deepEqual(viewsIn([view('A', 'a=1'), view('A ', 'a=2')], 'listAdmins'), [{ name: 'A', query: 'a=2' }])
  })

  it('is kept, replaced, renamed and deleted beside those of other lists', () => {
    const other = view('A', 'search=other', 'listUsers')
    const kept = withView(withView([other], view('A', 'search=1')), view('B', 'search=2'))
    assert.deepEqual(withView(kept, view('A', 'search=3')), [other, view('A', 'search=3'), view('B', 'search=2')])
    assert.deepEqual(renamedView(kept, view('A'), 'Z'), [other, view('Z', 'search=1'), view('B', 'search=2')])
    assert.deepEqual(withoutView(kept, view('A')), [other, view('B', 'search=2')])
  })
})

describe('the columns of a list', () => {
  const known = ['name', 'status', 'seen']
  const shown = (kept: unknown) => [...(columnsIn({ listAdmins: kept }, 'listAdmins', known) ?? ['all'])]

  it('are those that are kept and still known', () => {
    assert.deepEqual(shown(['name', 'seen', 'gone', 7]), ['name', 'seen'])
    assert.deepEqual(shown(['name']), ['name'])
  })

  it('are all where nothing that makes sense is kept', () => {
    for (const kept of [undefined, null, 'name', {}, [], ['gone'], [...known, 'gone']]) assert.deepEqual(shown(kept), ['all'])
    for (const kept of [null, undefined, 3, 'text', [], { listUsers: ['name'] }, JSON.parse('{"__proto__":["name"]}')])
      assert.equal(columnsIn(kept, 'listAdmins', known), null)
    assert.equal(columnsIn({}, 'constructor', known), null)
  })
})
