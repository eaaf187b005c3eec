/** Compiled code that an earlier start left is taken up before anything is compiled, and only where nobody else can have put it. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'

const root = mkdtempSync(join(tmpdir(), 'tenantry-compiled-'))
after(() => rmSync(root, { recursive: true, force: true }))
const source = join(import.meta.dirname, '../../src')

/** Runs these statements in a process of its own, and reads what they print. */
function run(statements: string): string {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  return execFileSync(process.execPath, ['--conditions=source', '--input-type=module', '-e', statements], {
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim()
}

const folderTakenUp = (dataDirectory: string) =>
  run(`
    import { getCompileCacheDir } from 'node:module'
    import { takeUpCompiledCode } from '${source}/compiled-code.js'
    takeUpCompiledCode(${JSON.stringify(dataDirectory)})
    console.log(getCompileCacheDir() ?? 'none')`)

/** Both directories, with these modes. */
function directories(name: string, mode: number, folderMode: number): string {
  const path = join(root, name)
  mkdirSync(join(path, 'compile-cache'), { recursive: true })
  chmodSync(join(path, 'compile-cache'), folderMode)
  chmodSync(path, mode)
  return path
}

describe('compiled code of an earlier start', () => {
  it('is taken up from a directory that is its owner’s alone', () => {
    const path = directories('ours', 0o700, 0o700)
    assert.ok(folderTakenUp(path).startsWith(join(path, 'compile-cache')))
  })

  it('is left where others could have put it, or where there is none', () => {
    for (const path of [
      directories('open', 0o770, 0o700),
      directories('open-folder', 0o700, 0o707),
      join(root, 'missing'),
      join(source, 'bin.js'),
    ])
      assert.equal(folderTakenUp(path), 'none', path)
    const others = directories('others', 0o700, 0o700)
    // as the account that the tests run under would see it
    const uid = statSync(others).uid + 1
    assert.equal(
      run(`
        import { getCompileCacheDir } from 'node:module'
        import { takeUpCompiledCode } from '${source}/compiled-code.js'
        process.getuid = () => ${uid}
        takeUpCompiledCode(${JSON.stringify(others)})
        console.log(getCompileCacheDir() ?? 'none')`),
      'none',
    )
  })

  it('leaves the third start nothing to compile', () => {
    const DATA_DIR = directories('starts', 0o700, 0o700)
    const compilers = () =>
      run(`
        process.env.DATA_DIR = ${JSON.stringify(DATA_DIR)}
        process.argv = [process.argv[0], 'bin.js', 'nonsense']
        process.execve = undefined
        process.on('exit', () => {
          process.exitCode = 0
          console.log(process.moduleLoadList.filter((name) => name.includes('amaro')).length)
        })
        await import('${source}/bin.js')`)
        .split('\n')
        .at(-1)
    assert.notEqual(compilers(), '0')
    compilers()
    assert.equal(compilers(), '0')
  })
})
