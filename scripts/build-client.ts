/** Compiles `client/src` to `client/dist`, which is what its package holds; npm runs it before it packs in `client/`. */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Makes dist anew.
 *
 * @param client the folder of the package
 * @throws Error when the sources do not compile; the compiler's words are on standard output then
 */
export function buildClient(client = join(root, 'client')): void {
  const dist = join(client, 'dist')
  rmSync(dist, { recursive: true, force: true })
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['--project', join(client, 'tsconfig.build.json')], { stdio: 'inherit' })
  // the compiler leaves the endings of imports in declarations as they are, and not every one of its versions finds them so
  for (const file of globSync('*.d.ts', { cwd: dist })) {
    const text = readFileSync(join(dist, file), 'utf8')
    writeFileSync(join(dist, file), text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  }
  for (const name of ['LICENSE', 'NOTICE']) cpSync(join(root, name), join(dist, name))
}

if (import.meta.main) buildClient()
