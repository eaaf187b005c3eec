import { deepEqual, equal, rejects } from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { generate } from '../../scripts/generate.ts'
import { atEnd } from '../rig/cleanup.ts'

describe('generate', () => {
  const page = { file: 'docs/page.md', text: () => 'made\n' }
  const part = { file: 'README.md', marker: 'part', text: async () => '\nmade\n' }

  it('writes what is missing or differs, and then nothing more', async () => {
    const root = folder({ 'README.md': 'before <!-- part:begin -->old<!-- part:end --> after' })
    deepEqual(await generate(root, [page, part], false), ['docs/page.md', 'README.md'])
    equal(readFileSync(join(root, 'docs/page.md'), 'utf8'), 'made\n')
    equal(readFileSync(join(root, 'README.md'), 'utf8'), 'before <!-- part:begin -->\nmade\n<!-- part:end --> after')
    deepEqual(await generate(root, [page, part], true), [])
  })

  it('only names them when it checks', async () => {
    const root = folder({ 'README.md': '<!-- part:begin -->old<!-- part:end -->' })
    deepEqual(await generate(root, [page, part], true), ['docs/page.md', 'README.md'])
    equal(existsSync(join(root, 'docs/page.md')), false)
    equal(readFileSync(join(root, 'README.md'), 'utf8'), '<!-- part:begin -->old<!-- part:end -->')
  })

  it('fails for a file without the place to write to', async () => {
    await rejects(generate(folder({ 'README.md': '<!-- part:begin -->' }), [part], false), /README.md has no/)
    await rejects(generate(folder({}), [part], true), /README.md has no/)
  })
})

function folder(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'tenantry-generate-'))
  atEnd(async () => rmSync(root, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  return root
}
