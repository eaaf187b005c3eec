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

/** The sections of README whose blocks go on from each other, and are run by `test/readme.test.ts`. */
export const journeySections = ['The first five minutes', 'Who may do what', 'Admins, the recycle bin, domains', 'End users', 'Webhooks']

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
