/**
 * Holds the sources to their order: which layer may import which, who may read the environment, ask for the time or
 * name a table that belongs to tenants, and how files are called and how long they are. `client/src` is a package of its own: it imports
 * nothing but itself. `console/src` has layers of its own, and imports packages that its manifest names.
 *
 * `node scripts/check-imports.ts [folder]` prints every fault and ends with 1, or one line and 0.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOfConsole } from './imports/console-layers.ts'
import { cycles } from './imports/cycles.ts'
import { ownedTablesIn, unscopedFaults } from './imports/owned-tables.ts'
import { type Import, importsOf, isBarrel, withoutComments, withoutStrings } from './imports/source.ts'

export interface SourceFile {
  /** Relative to the project, with forward slashes. */
  path: string
  text: string
  /** Without comments. */
  code: string
  lines: number
  imports: Import[]
}

/** A layer imports from itself and from smaller numbers. `outside` and `jobs` stand beside `events`. */
const ranks = {
  ...{ core: 0, db: 1, events: 2, outside: 2, jobs: 2 },
  ...{ rights: 3, accounts: 3.1, sessions: 3.2, 'sign-in': 3.3, http: 4, modules: 5 },
} as const
/** Files of the root, from the bottom to the top. */
const rootRanks: Record<string, number> = {
  'config.formats.ts': 5.1,
  'config.misspelt.ts': 5.1,
  'config.variables.ts': 5.2,
  'config.settings.ts': 5.25,
  'config.ts': 5.3,
  'app.ts': 6,
  'main.ts': 7,
  'command-line.ts': 8,
}
/** Any other file of the root stands between the app and what starts it. */
const besideApp = 6.5

const vagueWords = /^(?:managers?|helpers?|utils?|utilit(?:y|ies)|misc)$/
/** Vague only where they are what the file is: `common-passwords.ts` says what it holds, `common.ts` does not. */
const vagueHeads = /^(?:commons?|bases?)$/
const longestFile = 250
/** As long as what they are made from. */
const generated = ['src/db/tables.ts', 'client/src/operations.ts']
/** So many files a reader takes in at a glance. */
const mostFilesInFolder = 32

/** All faults of the project in `root`, each a line that names the file first; none means that everything holds. */
export function checkImports(root: string): { faults: string[]; files: number; imports: number } {
  const [service, client, pages] = [sourcesIn(root, 'src'), sourcesIn(root, 'client/src'), sourcesIn(root, 'console/src')]
  const files = [...service, ...client, ...pages]
  const known = new Set(files.map(({ path }) => path))
  const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? ''
  const owned = ownedTablesIn(textOf('src/db/rows/owned.ts'), textOf('src/db/tables.ts'))
  const graph = new Map(files.map(({ path, imports }) => [path, imports.flatMap(({ target }) => (known.has(target) ? [target] : []))]))
  const faults = [
    ...(owned.length === 0 ? ['src/db/rows/owned.ts: tells of no owned table'] : []),
    ...service.flatMap((file) => [...faultsOfImports(file, known), ...faultsOfContent(file, owned)]),
    ...client.flatMap((file) => faultsOfClient(file, known)),
    ...faultsOfConsole(root, pages, known),
    ...files.flatMap((file) => [...faultsOfLength(file), ...faultsOfName(file)]),
    ...crowded(files),
    ...cycles(graph).map((path) => `${path[0]}: circle ${path.join(' -> ')}`),
    ...cycles(betweenModules(graph)).map((path) => `src/modules/${path[0]}: circle of modules ${path.join(' -> ')}`),
  ]
  return { faults, files: files.length, imports: files.reduce((sum, { imports }) => sum + imports.length, 0) }
}

function crowded(files: readonly SourceFile[]): string[] {
  const byFolder = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf('/')))
  return [...byFolder].flatMap(([folder, { length }]) =>
    length > mostFilesInFolder ? [`${folder}: holds ${length} files, more than ${mostFilesInFolder}`] : [],
  )
}

function sourcesIn(root: string, folder: string): SourceFile[] {
  const paths = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  return paths
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      const code = withoutComments(text)
      return { path, text, code, lines: text.trimEnd().split('\n').length, imports: importsOf(path, code) }
    })
}

function faultsOfImports({ path, imports }: SourceFile, known: ReadonlySet<string>): string[] {
  return imports.flatMap(({ specifier, target }) => {
    if (!target) return []
    const faults: string[] = []
    if (specifier.startsWith('..')) faults.push(`${path}: ${specifier} leaves the folder; write #${target.slice(4)}`)
    if (!known.has(target) && target.endsWith('.ts')) faults.push(`${path}: ${specifier} does not exist`)
    const [from, to] = [layerOf(path), layerOf(target)]
    if (rankOf(target) > rankOf(path)) faults.push(`${path}: ${from} must not import upwards from ${to} (${specifier})`)
    else if (from !== to && rankOf(target) === rankOf(path) && to in ranks)
      faults.push(`${path}: ${from} must not import sideways from ${to} (${specifier})`)
    const [own, other] = [moduleOf(path), moduleOf(target)]
    if (own && other && own !== other && /[./](?:routes|schema)[./]/.test(target.slice(`src/modules/${other}`.length)))
      faults.push(`${path}: reaches into the inside of module ${other} (${specifier}); import its actions or queries`)
    return faults
  })
}

function faultsOfContent({ path, text, code }: SourceFile, owned: readonly string[]): string[] {
  const faults: string[] = []
  const says = (sentence: string) => faults.push(`${path}: ${sentence}`)
  const bare = withoutStrings(code)
  if (isBarrel(code)) says('only re-exports; import the file that holds the thing')
  const environment = /\bprocess\s*\??\.\s*env\b|\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b/
  if (path !== 'src/config.ts' && (environment.test(bare) || /\benv\b[^{}]*\}\s*from\s*'(?:node:)?process'/.test(code)))
    says('reads process.env; only src/config.ts may')
  if (path !== 'src/core/clock.ts' && /\bDate\s*\.\s*now\b|\bnew\s+Date\b(?!\s*[<(])|\bnew\s+Date\s*\(\s*\)/.test(bare))
    says('asks for the time; take ctx.now or a Date as an argument')
  // db/ holds the doors, and what lies below them
  if (!path.startsWith('src/db/')) for (const sentence of unscopedFaults(text, code, owned)) says(sentence)
  return faults
}

/** It runs in browsers too, and is installed without anything else. */
function faultsOfClient({ path, imports, code }: SourceFile, known: ReadonlySet<string>): string[] {
  // paths of the API are among its texts
  if (generated.includes(path)) return []
  const bare = withoutStrings(code)
  return [
    ...imports.flatMap(({ specifier, target }) => {
      if (!/^\.\/[\w-]+\.ts$/.test(specifier)) return [`${path}: ${specifier} is not of the client; it has no dependency`]
      return target && known.has(target) ? [] : [`${path}: ${specifier} does not exist`]
    }),
    ...(/\bprocess\b|\brequire\b|\bBuffer\b/.test(bare) ? [`${path}: names what a browser does not have`] : []),
  ]
}

function faultsOfLength({ path, lines }: SourceFile): string[] {
  return lines > longestFile && !generated.includes(path) ? [`${path}: has ${lines} lines, more than ${longestFile}`] : []
}

function faultsOfName({ path }: SourceFile): string[] {
  return path
    .replace(/\.tsx?$/, '')
    .split('/')
    .slice(1)
    .flatMap((part) => {
      const words = part.split(/[.-]|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase())
      const vague = words.find((word) => vagueWords.test(word)) ?? (vagueHeads.test(words.at(-1) ?? '') ? words.at(-1) : undefined)
      return vague ? [`${path}: "${vague}" says nothing; name what the file holds`] : []
    })
}

/** The folder below src, or the file itself where it lies in src. */
function layerOf(path: string): string {
  return path.split('/')[1] ?? ''
}

function rankOf(path: string): number {
  const layer = layerOf(path)
  return layer in ranks ? ranks[layer as keyof typeof ranks] : (rootRanks[layer] ?? besideApp)
}

function moduleOf(path: string): string | undefined {
  return /^src\/modules\/([^/]+)\//.exec(path)?.[1]
}

function betweenModules(graph: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const between = new Map<string, string[]>()
  for (const [path, targets] of graph) {
    const own = moduleOf(path)
    if (!own) continue
    const others = targets.flatMap((target) => moduleOf(target) ?? []).filter((other) => other !== own)
    between.set(own, [...(between.get(own) ?? []), ...others])
  }
  return between
}

if (import.meta.main) {
  const { faults, files, imports } = checkImports(process.argv[2] ?? join(import.meta.dirname, '..'))
  if (files === 0) faults.push('no source file found')
  for (const fault of faults) console.error(fault)
  console.log(`imports: ${files} files, ${imports} imports, ${faults.length === 0 ? 'no fault' : `${faults.length} faults`}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
