/** What a browser has to load, as it was built (`docs/console.md`). */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { builtFolder, readBuilt } from '#modules/console/built-files.ts'

const folder = builtFolder()
const assets = join(folder, 'assets')
const built = readBuilt(folder)!.assets
const names = [...built.keys()]
const kilobytes = (bytes: number) => bytes / 1024
/** By gzip, as most budgets are said; what is sent by brotli is smaller. */
const packed = (name: string) => kilobytes(gzipSync(built.get(name)!.bytes, { level: 9 }).length)

/** A script and all that it imports before it runs. */
function closure(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  const text = built.get(name)!.bytes.toString()
  for (const [, next = ''] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) closure(next, seen)
  return seen
}

/** The script and the style sheet that a page begins with. */
const namedIn = (page: string, kind: 'js' | 'css') =>
  new RegExp(`(?:src|href)="/console/assets/([\\w.-]+\\.${kind})"`).exec(readFileSync(join(folder, page), 'utf8'))?.[1] ?? ''

describe('the built console', () => {
  const entry = namedIn('index.html', 'js')

  it('loads at most 230 kB of scripts for the sign-in page, the shell and the list together', () => {
    const screens = names.filter((name) => /^(?:SignIn|Admins)-.*\.js$/.test(name))
    assert.equal(screens.length, 2)
    const first = [entry, ...screens].reduce((seen, name) => closure(name, seen), new Set<string>())
    const total = [...first].reduce((sum, name) => sum + packed(name), 0)
    assert.ok(total <= 230, `${total.toFixed(0)} kB in ${[...first].join(', ')}`)
  })

  it('loads at most 150 kB of scripts for each page of end users before sign-in', () => {
    for (const page of ['UserSignIn', 'Register', 'Verify', 'Forgot', 'Reset', 'Callback']) {
      const account = namedIn('account.html', 'js')
      const first = names
        .filter((name) => name.startsWith(`${page}-`) && name.endsWith('.js'))
        // the console has pages of the same names
        .filter((name) => page === 'UserSignIn' || [...closure(name)].some((part) => part.startsWith('OpenPage-')))
      assert.equal(first.length, 1, page)
      const all = [account, ...first].reduce((seen, name) => closure(name, seen), new Set<string>())
      const total = [...all].reduce((sum, name) => sum + packed(name), 0)
      assert.ok(total <= 150, `${page}: ${total.toFixed(0)} kB in ${[...all].join(', ')}`)
    }
  })

  it('has style sheets of 30 kB for each page, fonts of 130 kB for both scripts, and three megabytes in all, at most', () => {
    const sheets = ['index.html', 'account.html'].map((page) => namedIn(page, 'css'))
    // what comes later comes without any
    assert.deepEqual(new Set(sheets), new Set(names.filter((name) => name.endsWith('.css'))))
    for (const sheet of sheets) assert.ok(packed(sheet) <= 30, `${packed(sheet).toFixed(0)} kB in ${sheet}`)
    const shown = names.filter((name) => /^(?:inter-latin-wght|ibm-plex-sans-arabic-arabic-).*\.woff2$/.test(name))
    assert.equal(shown.length, 3)
    const fonts = shown.reduce((sum, name) => sum + kilobytes(statSync(join(assets, name)).size), 0)
    assert.ok(fonts <= 130, `${fonts.toFixed(0)} kB of fonts`)
    // as they lie in the package and in the image
    const all = readdirSync(assets).reduce((sum, name) => sum + kilobytes(statSync(join(assets, name)).size), 0)
    assert.ok(all <= 3 * 1024, `${all.toFixed(0)} kB in all`)
  })

  it('has no part that comes later and is more than 220 kB', () => {
    const scripts = names.filter((name) => name.endsWith('.js'))
    assert.ok(scripts.length > 20)
    assert.deepEqual(
      scripts.filter((name) => packed(name) > 220).map((name) => `${name}: ${packed(name).toFixed(0)} kB`),
      [],
    )
  })
})
