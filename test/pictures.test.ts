/** The pictures of the documents: each that is shown is there and small, each that is there is shown. */
import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/pictures')
const shown = ['README.md', ...globSync('docs/*.md', { cwd: root })].flatMap((document) =>
  [...readFileSync(join(root, document), 'utf8').matchAll(/!\[([^\]]*)\]\(([^)\s]+\.png)\)/g)].map(([, text = '', path = '']) => ({
    document,
    text,
    path: join(root, dirname(document), path),
  })),
)

describe('the pictures of the documents', () => {
  it('are there, at most 150 kB each, and told to who does not see them', () => {
    assert.ok(shown.length >= 5)
    for (const { document, text, path } of shown) {
      assert.ok(text.length >= 20, `${document}: ${path} has no words in its place`)
      assert.ok(statSync(path).size <= 150_000, `${path} is larger than 150 kB`)
    }
  })

  it('are all shown', () => {
    const names = new Set(shown.map(({ path }) => relative(folder, path)))
    assert.deepEqual(
      readdirSync(folder).filter((name) => !names.has(name)),
      [],
    )
  })
})
