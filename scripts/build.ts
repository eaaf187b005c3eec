/**
 * Compiles src to dist, which is what the package holds: node strips no types below node_modules. The built console goes along.
 * `npm run build`; npm runs it before it packs, with `--anew`: a console that lies built in somebody's sources is one that nobody has reviewed.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildConsole } from './build-console.ts'

const root = join(import.meta.dirname, '..')
/** Read at run time, so they go along beside the code that reads them; and the files that are no TypeScript. */
const assets = ['src/**/*.{sql,txt,html,liquid,js}']

/** Makes dist anew. @param isAnew whether the console is built, too, where it was built of the same sources @throws Error when the sources do not compile; the compiler's words are on standard output then */
export async function build(isAnew = false): Promise<void> {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['--project', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
  const copied = globSync(assets, { cwd: root })
  for (const file of copied) cpSync(join(root, file), join(root, file.replace(/^src/, 'dist')))
  if (await buildConsole(isAnew)) cpSync(join(root, 'console/dist'), join(root, 'dist/console'), { recursive: true })
  chmodSync(join(root, 'dist/bin.js'), 0o755)
  console.log(`build: dist holds ${globSync('dist/**/*.js', { cwd: root }).length} modules and ${copied.length} other files`)
}

if (import.meta.main) await build(process.argv.includes('--anew'))
