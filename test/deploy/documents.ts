/** The commands that README, CONTRIBUTING and docs/ tell somebody to type. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export interface Block {
  /** `README.md: Start`; with ` (2)` and so on from the second of a section on. */
  readonly name: string
  /** As it is pasted. */
  readonly text: string
  /** Why no test runs it, as a comment above it says; null where one must. */
  readonly notRun: string | null
}

/** The sections of README whose blocks go on from each other, and are run as one. */
const journeySections = ['The first five minutes', 'Who may do what', 'Admins, the recycle bin, domains', 'End users', 'Webhooks']
const isJourney = (name: string): boolean => journeySections.some((title) => name.startsWith(`README.md: ${title}`))

/** The journey of README, to be pasted as it stands. */
export const journey = (): string =>
  shellBlocks()
    .filter(({ name }) => isJourney(name))
    .map(({ text }) => text)
    .join('\n')

/** The blocks beside the journey that `commands.test.ts` runs in the sources. */
export const runInSources = [
  'README.md: Start',
  'docs/deployment.md: The package',
  'docs/client.md: The client',
  'docs/operations.md: Dead jobs',
] as const

/** Those that `package.test.ts` runs where the packed package is installed, in this order. */
export const runFromPackage = [
  'docs/deployment.md: The package (2)',
  'docs/storage.md: Moving to another store',
  'docs/audit.md: To prove a log (2)',
  "docs/operations.md: The owner can't get in",
  'docs/backup.md: The embedded database',
  'docs/backup.md: The embedded database (2)',
  'docs/backup.md: From the embedded database to PostgreSQL',
  'README.md: A platform to look around in',
  'README.md: PostgreSQL, and several processes',
  'docs/audit.md: To prove a log',
  'docs/audit.md: Checkpoints',
  'docs/import.md: Users from elsewhere',
  "docs/providers.md: A tenant's own provider",
  'docs/backup.md: PostgreSQL',
  'docs/backup.md: PostgreSQL (2)',
] as const
export type FromPackage = (typeof runFromPackage)[number]

/** Whether a test runs it. */
export const isRun = (name: string): boolean => isJourney(name) || [...runInSources, ...runFromPackage].some((one) => one === name)

/** The scripts of package.json that are the service itself, with what stands behind its name. */
const commandOf = (script: string): string | null => {
  const text: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts[script] ?? ''
  const [, command = null] = /^(?:exec )?node --conditions=source src\/bin\.js(?: ([a-z-]+))?$/.exec(text) ?? []
  return text.endsWith('src/bin.js') ? '' : command
}

/**
 * A block of the sources as docs/deployment.md says it is written where the package is installed.
 *
 * @throws Error for a script that is not the service's
 */
export const asInstalled = (text: string): string =>
  text.replace(/^(.*?)npm (?:run )?([\w-]+)(?: --(?= ))?/gm, (_, before: string, script: string) => {
    const command = commandOf(script)
    if (command === null) throw new Error(`npm run ${script} is not a command of the service`)
    return `${before}npx tenantry${command && ` ${command}`}`
  })

/** A heading, or a fenced block of any language with the comment above it: what a block holds is no heading. */
const part = /^#{1,3} (.+)$|^(?:<!-- not run: (.+) -->\n)?```(\w*)\n([\s\S]*?)^```$/gm

/** @returns every block for a shell, in the order of files and lines */
export function shellBlocks(): Block[] {
  const files = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: root }).sort()]
  return files.flatMap((file) => blocksOf(file, readFileSync(join(root, file), 'utf8')))
}

function blocksOf(file: string, text: string): Block[] {
  const blocks: Block[] = []
  let section = ''
  let number = 0
  for (const [, title, notRun = null, language = '', block = ''] of text.matchAll(part)) {
    if (title !== undefined) [section, number] = [title, 0]
    else if (/^(?:sh|bash|shell|console|zsh)$/.test(language)) {
      number++
      blocks.push({ name: `${file}: ${section}${number > 1 ? ` (${number})` : ''}`, text: block, notRun })
    }
  }
  return blocks
}
