/** What a browser has to load, as it was built (`docs/console.md`). */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { builtFolder } from '#modules/console/built-files.ts'

const folder = builtFolder()
const assets = join(folder, 'assets')
const names = readdirSync(assets).filter((name) => !/\.(?:br|gz)$/.test(name))
const kilobytes = (bytes: number) => bytes / 1024
const packed = (name: string) => kilobytes(gzipSync(readFileSync(join(assets, name)), { level: 9 }).length)

/** A script and all that it imports before it runs. */
function closure(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  const text = readFileSync(join(assets, name), 'utf8')
  for (const [, next = ''] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) closure(next, seen)
  return seen
}

describe('the built console', () => {
  const entry = /src="\/console\/assets\/([\w.-]+\.js)"/.exec(readFileSync(join(folder, 'index.html'), 'utf8'))?.[1] ?? ''

  it('loads at most 230 kB of scripts for the sign-in page, the shell and the list together', () => {
    const screens = names.filter((name) => /^(?:SignIn|Admins)-.*\.js$/.test(name))
    assert.equal(screens.length, 2)
    const first = [entry, ...screens].reduce((seen, name) => closure(name, seen), new Set<string>())
    const total = [...first].reduce((sum, name) => sum + packed(name), 0)
    assert.ok(total <= 230, `${total.toFixed(0)} kB in ${[...first].join(', ')}`)
  })

  it('has style sheets of 30 kB, fonts of 200 kB for both scripts, and three megabytes in all, at most', () => {
    const sheets = names.filter((name) => name.endsWith('.css')).reduce((sum, name) => sum + packed(name), 0)
    assert.ok(sheets <= 30, `${sheets.toFixed(0)} kB of style sheets`)
    const shown = names.filter((name) => /^(?:inter-latin-wght|ibm-plex-sans-arabic-arabic-).*\.woff2$/.test(name))
    assert.equal(shown.length, 4)
    const fonts = shown.reduce((sum, name) => sum + kilobytes(statSync(join(assets, name)).size), 0)
    assert.ok(fonts <= 200, `${fonts.toFixed(0)} kB of fonts`)
    // the same bytes packed stand beside them, and are no further load
    const all = names.reduce((sum, name) => sum + kilobytes(statSync(join(assets, name)).size), 0)
    assert.ok(all <= 3 * 1024, `${all.toFixed(0)} kB in all`)
  })
})
