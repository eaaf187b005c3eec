/**
 * Builds the console to `console/dist`, where the service finds it (`npm run build:console`). npm runs it as `prepare`, at the end of
 * `npm ci`: nothing built is committed. What was built of the same sources stays; `--anew` builds it all the same. Scripts and style sheets
 * lie there packed by brotli alone, so that the package stays small; for whoever takes no brotli the service has them unpacked in its
 * memory, and packs one by gzip when it is asked for first.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { fontLicences, makeFonts } from './console-fonts.ts'

/** Fonts are packed already. */
const packed = 'assets/*.{js,css,svg}'

/** Whatever else it is built of is in the lock file. */
const sources = [
  'console/**/*.{ts,tsx,css,html,svg,json}',
  'client/src/**/*.ts',
  'scripts/{build-console,console-fonts}.ts',
  'package-lock.json',
]

/** A digest of all that it is built of. @param folder where its sources are */
export function digestOfSources(folder: string): string {
  const root = join(folder, '..')
  const hash = createHash('sha256')
  const isMade = (name: string) => /^console\/(?:dist|fonts|node_modules)$/.test(name)
  for (const name of globSync(sources, { cwd: root, exclude: isMade }).sort())
    hash.update(`${name}\n`).update(readFileSync(join(root, name)))
  return hash.digest('hex')
}

/**
 * Makes `console/dist`, unless it was made of the same sources.
 *
 * @param isAnew whether it is made in any case
 * @returns whether it is there: not without the development dependencies, which it says
 * @throws Error where the sources do not compile, in the words of the bundler
 */
export async function buildConsole(isAnew = false): Promise<boolean> {
  const folder = join(import.meta.dirname, '../console')
  const digest = digestOfSources(folder)
  // of which sources the console was built
  const noted = join(folder, '.built-of')
  if (!isAnew && existsSync(join(folder, 'dist/account.html')) && existsSync(noted) && readFileSync(noted, 'utf8') === digest) {
    console.log('console: is built of these sources already')
    return true
  }
  const vite = await import('vite').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    return null
  })
  if (vite === null) {
    console.log('console: not built, because the development dependencies are not installed')
    return false
  }
  const started = performance.now()
  // one that breaks off was built of nothing
  rmSync(noted, { force: true })
  await makeFonts(folder)
  await vite.build({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'error' })
  const dist = join(folder, 'dist')
  appendFileSync(join(dist, 'licenses.md'), fontLicences(folder))
  for (const name of globSync(packed, { cwd: dist })) pack(join(dist, name))
  const files = globSync('assets/*', { cwd: dist })
  const kilobytes = files.reduce((sum, name) => sum + statSync(join(dist, name)).size, 0) / 1024
  const seconds = (performance.now() - started) / 1000
  console.log(`console: built in ${seconds.toFixed(1)} s, ${files.length} files of ${Math.round(kilobytes)} kB`)
  writeFileSync(noted, digest)
  return true
}

function pack(file: string): void {
  const bytes = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }))
  unlinkSync(file)
}

if (import.meta.main) await buildConsole(process.argv.includes('--anew'))
