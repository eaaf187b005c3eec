/** Every screen is proved: one that is in the table and in no sweep fails. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { screens } from '../../console/src/sitemap/screens.ts'
import { root } from '../../scripts/tests/files.ts'
import { proofs } from './proofs/proofs.ts'

it('every area of the table of screens is swept, and every screen has its proof', () => {
  const swept = globSync('test/console/screens-*.browser.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/sitemap\/([\w-]+)\.ts/g)].map(([, area]) => area),
  )
  const areas = globSync('console/src/sitemap/*.ts', { cwd: root })
    .map((file) => file.replace(/^.*\/(.*)\.ts$/, '$1'))
    .filter((area) => !['places', 'screen', 'screens'].includes(area))
  assert.deepEqual(new Set(swept), new Set(areas))
  assert.deepEqual(new Set(Object.keys(proofs)), new Set(Object.keys(screens).filter((path) => !['/duty', '/setup'].includes(path))))
})
