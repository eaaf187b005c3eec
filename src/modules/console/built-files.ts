/** The files that `scripts/build-console.ts` made, as they are sent. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompressSync, gzip } from 'node:zlib'

export type Packing = 'br' | 'gzip'

export interface BuiltFile {
  readonly contentType: string
  readonly bytes: Buffer
  /** Its bytes in each packing that it comes in. That of brotli is made when the console is built, that of gzip when it is asked for first. */
  readonly packed: Readonly<Partial<Record<Packing, () => Buffer | Promise<Buffer>>>>
}

/** That of admins, and that of end users. */
export type PageName = 'console' | 'account'

export interface BuiltConsole {
  /** The page of each, with `__NONCE__` where that of the request goes. */
  readonly pages: Readonly<Record<PageName, string>>
  /** By the name below `assets/`; each names its own bytes, so that none ever changes. */
  readonly assets: ReadonlyMap<string, BuiltFile>
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Where the console is built to: `console/dist` beside the sources, `dist/console` in the package. */
export const builtFolder = (): string => fileURLToPath(new URL('.', import.meta.resolve('#console/index.html')))

const known = new Map<string, { readonly builtMs: number; readonly built: BuiltConsole }>()

/**
 * Reads all of them into memory, about four megabytes; the same again until the folder is built anew.
 *
 * @returns null where the console was not built
 */
export function readBuilt(folder: string): BuiltConsole | null {
  const places = { console: join(folder, 'index.html'), account: join(folder, 'account.html') }
  if (!existsSync(places.console) || !existsSync(places.account)) return null
  const builtMs = statSync(places.console).mtimeMs
  const before = known.get(folder)
  if (before?.builtMs === builtMs) return before.built
  const pages = { console: readFileSync(places.console, 'utf8'), account: readFileSync(places.account, 'utf8') }
  const built = { pages, assets: assetsIn(join(folder, 'assets')) }
  known.set(folder, { builtMs, built })
  return built
}

/** What is packed lies there packed alone (`scripts/build-console.ts`). */
function assetsIn(folder: string): Map<string, BuiltFile> {
  const assets = new Map<string, BuiltFile>()
  for (const file of readdirSync(folder)) {
    const name = file.replace(/\.br$/, '')
    const contentType = contentTypes[extname(name)]
    if (contentType === undefined) continue
    const bytes = readFileSync(join(folder, file))
    if (file === name) assets.set(name, { contentType, bytes, packed: {} })
    else {
      const whole = brotliDecompressSync(bytes)
      assets.set(name, { contentType, bytes: whole, packed: { br: () => bytes, gzip: packedOnce(whole) } })
    }
  }
  return assets
}

/** Packs when it is asked for the first time, off the main thread; however many ask meanwhile, once. */
function packedOnce(bytes: Buffer): () => Promise<Buffer> {
  let packed: Promise<Buffer> | null = null
  return () => {
    packed ??= promisify(gzip)(bytes, { level: 9 })
    return packed
  }
}
