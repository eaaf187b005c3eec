import assert from 'node:assert/strict'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { ConfigurationError } from '#config.ts'
import { compiledCodeFolder, keepDataDirectory } from '#data-directory.ts'

const root = mkdtempSync(join(tmpdir(), 'tenantry-directory-'))
const umask = process.umask()
after(() => {
  process.umask(umask)
  rmSync(root, { recursive: true, force: true })
})
let number = 0
/** A directory with that mode and those files in it. */
function directory(mode: number, ...files: string[]): string {
  const path = join(root, String(++number))
  mkdirSync(path)
  for (const file of files) writeFileSync(join(path, file), '')
  chmodSync(path, mode)
  return path
}
const modeOf = (path: string) => statSync(path).mode & 0o7777
const isRefused = (path: string) =>
  assert.throws(
    () => keepDataDirectory(path, true),
    (error) => error instanceof ConfigurationError && /^configuration: DATA_DIR .*chmod 700/.test(error.message),
  )

describe('the data directory', () => {
  it('is made for its owner alone, whatever the umask, and so is all that is made in it', () => {
    process.umask(0)
    const path = join(root, 'a', 'b')
    keepDataDirectory(path, true)
    assert.equal(modeOf(path), 0o700)
    writeFileSync(join(path, 'file'), '')
    mkdirSync(join(path, 'folder'))
    assert.equal(modeOf(join(path, 'file')), 0o600)
    assert.equal(modeOf(join(path, 'folder')), 0o700)
  })

  it('is closed where it stood open and is ours: empty, or with what an earlier start put there', () => {
    for (const path of [directory(0o755), directory(0o750, 'master-secret'), directory(0o777, 'compile-cache', 'notes.txt')]) {
      keepDataDirectory(path, true)
      assert.equal(modeOf(path), 0o700)
    }
  })

  it('is refused, and left as it is, where others may enter it and it is not known for ours', () => {
    for (const [path, mode] of [
      [directory(0o755, 'something'), 0o755],
      [directory(0o701, 'something'), 0o701],
      [directory(0o740, 'something'), 0o740],
      [directory(0o1777, 'master-secret'), 0o1777],
    ] as const) {
      isRefused(path)
      assert.equal(modeOf(path), mode)
    }
    const closed = directory(0o700, 'something')
    keepDataDirectory(closed, true)
    assert.equal(modeOf(closed), 0o700)
  })

  it('is not taken for ours by what somebody else put there', {
    skip: process.getuid?.() !== 0 && 'only root can make files of another',
  }, () => {
    const path = directory(0o777, 'compile-cache')
    chownSync(join(path, 'compile-cache'), 65_534, 65_534)
    isRefused(path)
  })

  it('keeps compiled code in a folder of ours alone, and never in one that others may have filled', () => {
    const path = directory(0o700)
    assert.equal(compiledCodeFolder(path), join(path, 'compile-cache'))
    assert.equal(modeOf(join(path, 'compile-cache')), 0o700)
    assert.equal(compiledCodeFolder(path), join(path, 'compile-cache'))
    chmodSync(join(path, 'compile-cache'), 0o707)
    assert.equal(compiledCodeFolder(path), null)
    assert.equal(compiledCodeFolder(directory(0o700, 'compile-cache')), null)
    assert.equal(compiledCodeFolder(join(root, 'missing', 'above')), join(root, 'missing', 'above', 'compile-cache'))
  })

  it('is refused in one sentence where it is no directory', () => {
    writeFileSync(join(root, 'file'), '')
    assert.throws(() => keepDataDirectory(join(root, 'file'), true), ConfigurationError)
    assert.throws(() => keepDataDirectory(join(root, 'file', 'below'), true), ConfigurationError)
  })
})
