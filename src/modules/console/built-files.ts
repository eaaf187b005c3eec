/** The files that `scripts/build-console.ts` made, as they are sent. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Packing = 'br' | 'gzip'

export interface BuiltFile {
  readonly contentType: string
  readonly bytes: Buffer
  /** The same bytes as they were packed when the console was built. */
  readonly packed: Readonly<Partial<Record<Packing, Buffer>>>
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

/**
 * Reads all of them into memory, about two megabytes.
 *
 * @returns null where the console was not built
 */
export function readBuilt(folder: string): BuiltConsole | null {
  const places = { console: join(folder, 'index.html'), account: join(folder, 'account.html') }
  if (!existsSync(places.console) || !existsSync(places.account)) return null
  const assetsFolder = join(folder, 'assets')
  const names = new Set(readdirSync(assetsFolder))
  const packedOf = (name: string, ending: string) =>
    names.has(name + ending) ? readFileSync(join(assetsFolder, name + ending)) : undefined
  const assets = new Map<string, BuiltFile>()
  for (const name of names) {
    const contentType = contentTypes[extname(name)]
    // the packed ones are no files of their own
    if (contentType === undefined) continue
    const [br, gzip] = [packedOf(name, '.br'), packedOf(name, '.gz')]
    const packed = { ...(br && { br }), ...(gzip && { gzip }) }
    assets.set(name, { contentType, bytes: readFileSync(join(assetsFolder, name)), packed })
  }
  return { pages: { console: readFileSync(places.console, 'utf8'), account: readFileSync(places.account, 'utf8') }, assets }
}
