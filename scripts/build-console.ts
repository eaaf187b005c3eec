/**
 * Builds the console to `console/dist`, where the service finds it (`npm run build:console`). npm runs it as `prepare`, at the end of
 * `npm ci`: nothing built is committed. Scripts and style sheets lie there packed by brotli alone, so that the package stays small; for whoever
 * takes no brotli the service has them unpacked in its memory, and packs one by gzip when it is asked for first.
 */
import { globSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const consoleFolder = join(import.meta.dirname, '../console')
/** Fonts are packed already. */
const packed = 'assets/*.{js,css,svg}'

/**
 * Makes `console/dist` anew.
 *
 * @returns whether it was built: not without the development dependencies, which it says
 * @throws Error where the sources do not compile, in the words of the bundler
 */
export async function buildConsole(folder = consoleFolder): Promise<boolean> {
  const vite = await import('vite').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    return null
  })
  if (vite === null) {
    console.log('console: not built, because the development dependencies are not installed')
    return false
  }
  const started = performance.now()
  await vite.build({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'error' })
  const dist = join(folder, 'dist')
  for (const name of globSync(packed, { cwd: dist })) pack(join(dist, name))
  const files = globSync('assets/*', { cwd: dist })
  const kilobytes = files.reduce((sum, name) => sum + statSync(join(dist, name)).size, 0) / 1024
  const seconds = (performance.now() - started) / 1000
  console.log(`console: built in ${seconds.toFixed(1)} s, ${files.length} files of ${Math.round(kilobytes)} kB`)
  return true
}

function pack(file: string): void {
  const bytes = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }))
  unlinkSync(file)
}

if (import.meta.main) await buildConsole()
