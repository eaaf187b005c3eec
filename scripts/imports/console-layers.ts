/** The order of the console's sources (`console/src`): which folder may import which, and which packages any of them may. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from '../check-imports.ts'

/**
 * A folder imports from itself and from smaller numbers. Screens are the exception: an area never imports another one. The pages of end
 * users stand beside the console: neither imports the other.
 */
const ranks: Readonly<Record<string, number>> = { theme: 0, i18n: 1, api: 2, ui: 3, account: 3.2, sitemap: 3.5, shell: 4, screens: 5 }
/** Files of the root put all of it together. */
const rootRank = 6
const client = '@tenantry/client'

/** All faults of the console, each a line that names the file first. */
export function faultsOfConsole(root: string, files: readonly SourceFile[], known: ReadonlySet<string>): string[] {
  const packages = [...packagesIn(root), client]
  return files.flatMap(({ path, imports }) =>
    imports.flatMap(({ specifier, target }) => {
      if (!specifier.startsWith('.')) {
        const isNamed = packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))
        return isNamed ? [] : [`${path}: ${specifier} is not among the packages of console/package.json`]
      }
      if (!target.startsWith('console/src/')) return [`${path}: ${specifier} leaves the console`]
      if (/\.tsx?$/.test(target) && !known.has(target)) return [`${path}: ${specifier} does not exist`]
      if (rankOf(target) > rankOf(path)) return [`${path}: ${layerOf(path)} must not import upwards from ${layerOf(target)} (${specifier})`]
      if (layerOf(target) === 'account' && layerOf(path) !== 'account')
        return [`${path}: the console must not import the pages of end users (${specifier})`]
      const [own, other] = [areaOf(path), areaOf(target)]
      return own && other && own !== other ? [`${path}: reaches into the screens of ${other} (${specifier})`] : []
    }),
  )
}

function packagesIn(root: string): string[] {
  const manifest = join(root, 'console/package.json')
  return existsSync(manifest) ? Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).devDependencies ?? {}) : []
}

const layerOf = (path: string): string => path.split('/')[2] ?? ''
const rankOf = (path: string): number => (path === 'console/src/account/main.tsx' ? rootRank : (ranks[layerOf(path)] ?? rootRank))
const areaOf = (path: string): string | undefined => /^console\/src\/screens\/([^/]+)\//.exec(path)?.[1]
