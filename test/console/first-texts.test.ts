/** What is loaded first says everything that is shown first: the rest of the texts comes with the first screen of another area. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { enFirst } from '../../console/src/i18n/en-first.ts'
import { enRest } from '../../console/src/i18n/en-rest.ts'
import { root } from '../../scripts/tests/files.ts'

const first = new Set<string>(Object.keys(enFirst))
const rest = new Set<string>(Object.keys(enRest))
/** The areas whose screens come with nothing more, and all that is around screens. Charts are parts of screens of other areas. */
const shownFirst = globSync('console/src/{api,shell,sitemap,ui,screens/sign-in,screens/admins}/**/*.{ts,tsx}', { cwd: root })

it('nothing that is shown first says what comes later', () => {
  const late = shownFirst.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const named = [...text.matchAll(/['"`](\w+(?:\.[\w-]+)+)['"`]/g)].map(([, key = '']) => key)
    // permissions look like texts: `tenants.view`
    return named.filter((key) => rest.has(key) && !/\.(?:view|create|update|delete|send|export)$/.test(key)).map((key) => `${file}: ${key}`)
  })
  assert.deepEqual(late, [])
  assert.deepEqual(
    [...rest].filter((key) => first.has(key)),
    [],
  )
})
