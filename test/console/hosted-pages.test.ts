/** What `docs/hosted-pages.md` shows to integrators is what is tried (`account-integrator.browser.ts`), and its table is that of the pages. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { pageAt, pages } from '../../console/src/account/pages.ts'
import { root } from '../../scripts/tests/files.ts'

const words = readFileSync(join(root, 'docs/hosted-pages.md'), 'utf8')

it('the document shows the application that is tested, line by line', () => {
  const [, shown] = /```html\n([\s\S]*?)```/.exec(words) ?? []
  assert.equal(shown, readFileSync(join(root, 'test/console/app.html'), 'utf8'))
})

it('the document names each page, and no other', () => {
  const [table = ''] = /\| Address below[\s\S]*?\n\n/.exec(words) ?? []
  const named = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`(\/[^`]*)`/g)].map(([, path]) => path))
  const addresses = Object.keys(pages).map((path) => path.replace('$provider', '<provider>'))
  assert.deepEqual(new Set(named.filter((path) => path !== '/account')), new Set(addresses))
})

it('an address is that of a page, or of none', () => {
  assert.deepEqual(['/', '/sign-in', '/callback/google'].map(pageAt), ['/', '/sign-in', '/callback/$provider'])
  for (const path of ['', '/callback', '/callback/', '/callback/a/b', '/callback/$provider/x', '/constructor', '/__proto__', 'sign-in'])
    assert.equal(pageAt(path), null, path)
})
