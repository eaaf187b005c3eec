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

it('the application asks once more where the answer to a page before it is on its way, and a page that is left gets its own', async () => {
  const [, source = ''] = /(const refresh =[\s\S]*?)\n\n {6}const accessToken/.exec(words) ?? []
  const tried = async (...statuses: number[]) => {
    const sent: RequestInit[] = []
    const fetch = async (_url: string, init: RequestInit) => {
      sent.push(init)
      return Response.json({ accessToken: 'a' }, { status: statuses.shift() ?? 500 })
    }
    const navigator = { locks: { request: (_name: string, work: () => unknown) => work() } }
    const token = new Function('fetch', 'navigator', 'service', `${source}; return token()`)
    return {
      token: await token(fetch, navigator, 'https://id.example.com'),
      asked: sent.length,
      isKept: sent.every((init) => init.keepalive),
    }
  }
  assert.deepEqual(await tried(200), { token: 'a', asked: 1, isKept: true })
  assert.deepEqual(await tried(401, 200), { token: 'a', asked: 2, isKept: true })
  assert.deepEqual(await tried(401, 401), { token: null, asked: 2, isKept: true })
  assert.deepEqual(await tried(400), { token: null, asked: 1, isKept: true })
  await assert.rejects(tried(503), /not now: 503/)
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
