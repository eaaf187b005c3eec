/** The pictures of the README: each is there, small, and shown. */
import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pictures } from '../../scripts/pictures/list.ts'
import { root } from '../../scripts/tests/files.ts'

const readme = readFileSync(join(root, 'README.md'), 'utf8')

describe('the pictures of the README', () => {
  for (const { name } of pictures)
    it(`${name} has at most 150 kB, and is shown with words for who can't see it`, () => {
      const { size } = statSync(join(root, `docs/pictures/${name}.png`))
      assert.ok(size <= 150 * 1024, `${size} bytes`)
      assert.match(readme, new RegExp(`!\\[[^\\]]{10,}\\]\\(docs/pictures/${name}\\.png\\)`))
    })
})
