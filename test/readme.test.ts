/** The README as somebody reads it; `deploy/` has it followed. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { root } from './deploy/documents.ts'

it('README has no line that is too long to be read beside the code', () => {
  const lines = readFileSync(join(root, 'README.md'), 'utf8').split('\n')
  assert.deepEqual(
    lines.filter((line) => line.length > 140 && !line.startsWith('|')),
    [],
  )
})
