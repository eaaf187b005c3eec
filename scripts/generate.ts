/**
 * Writes every generated file of the repository anew: `npm run generate`.
 * With `--check` it writes nothing, names the ones that differ from what they are made of, and ends with 1.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { apiDocument } from '#app.ts'
import { configurationTable } from '#config.ts'
import { english } from '#core/messages.en.ts'
import { allSettings, type NamedSetting } from '#core/settings/declaration.ts'
import type { Sentence } from '#core/text/sentence.ts'
import { type EventDefinition, eventCatalog } from '#events/catalog.ts'
import { namesTold } from '#modules/webhook-events/tellings.ts'
import { systemTemplates } from '#outside/mail/render.ts'
import { fileTypes } from '#outside/storage/file-kinds.ts'
import { type ApiDocument, clientModule } from './generate-client.ts'
import { environmentExample } from './generate-environment.ts'
import { generateTables } from './generate-tables.ts'

interface Generated {
  file: string
  /** The text of the file; with `marker`, of the part between `<!-- marker:begin -->` and `<!-- marker:end -->` in it. */
  text(): string | Promise<string>
  marker?: string
}

const all: Generated[] = [
  { file: 'src/db/tables.ts', text: generateTables },
  { file: 'docs/configuration.md', text: configurationPage },
  { file: '.env.example', text: environmentExample },
  { file: 'docs/errors.md', text: errorsPage },
  { file: 'docs/events.md', text: eventsPage },
  { file: 'docs/openapi.json', text: () => `${JSON.stringify(apiDocument(), null, 1)}\n` },
  { file: 'console/src/screens/audit/actions.ts', text: actionsModule },
  { file: 'client/src/operations.ts', text: () => clientModule(apiDocument() as unknown as ApiDocument) },
  { file: 'console/src/screens/files/file-types.ts', text: fileTypesModule },
  { file: 'console/src/screens/templates/service-mails.ts', text: serviceMailsModule },
  { file: 'README.md', marker: 'configuration', text: () => `\n${configurationTable()}\n` },
]

const madeBy = 'This page is generated from the sources by `npm run generate`.'
const madeModule = 'Made of the sources by `npm run generate`.'

function configurationPage(): string {
  return `# Configuration

The environment is read once, at start. Any variable also as \`NAME_FILE\`, the path of a file that holds the value. What can change while the
service runs is a setting besides (third column): it can be set over \`/api/v1/settings\` instead, for all processes at once
(\`docs/settings.md\`). A variable that is given wins over that. ${madeBy}

${configurationTable()}

## Settings

In the order of \`GET /api/v1/settings\`. *S*: the SuperAdmin alone sets it. *secret*: sealed in the database and never shown.

| Setting | Default | Variable | | Meaning |
|---|---|---|---|---|
${allSettings.map(settingRow).join('\n')}
`
}

function settingRow({ name, preset, presetText, text, variable, partOf, isSuperAdminOnly, isSecret, description }: NamedSetting): string {
  const shown = presetText ?? (preset === null ? 'none' : text(preset))
  const marks = [isSuperAdminOnly && 'S', isSecret && 'secret'].filter(Boolean).join(', ')
  const source = variable ?? partOf
  return `| \`${name}\` | ${shown === '' ? 'none' : `\`${shown}\``} | ${source ? `\`${source}\`` : ''} | ${marks} | ${description.replaceAll('|', '\\|')} |`
}

function errorsPage(): string {
  const rows = Object.entries<Sentence>(english).map(([code, sentence]) => {
    const { plain, of } = typeof sentence === 'string' ? { plain: sentence, of: '' } : sentence
    return `| \`${code}\` | ${plain} | ${of && `\`${of}\``} |`
  })
  return `# Codes

Every code that an answer carries, as its \`code\` or as that of one field in \`errors\`, with its sentence; the few of answers that
succeeded are among them. Codes are for programs and never change; sentences are for people, in the caller's language, and name the value
in the last column where it is known. A code that is not listed has the sentence of \`unknown\`. ${madeBy}

| Code | Sentence | Value |
|---|---|---|
${rows.join('\n')}
`
}

function eventsPage(): string {
  const rows = Object.entries<EventDefinition>(eventCatalog).map(([name, { description, entity, outcome, security, account }]) => {
    const logs = [security && 'security', account && 'account'].filter(Boolean).join(', ')
    const told = namesTold(name).map((each) => `\`${each}\``)
    return `| \`${name}\` | ${description} | ${entity ?? ''} | ${outcome} | ${logs} | ${told.join(', ')} |`
  })
  return `# Events

Everything that the service writes down when it happens, in the transaction of the change. *security*: kept even where a tenant switched
auditing off. *account*: stands in the security log of the account itself. The last column says under
which names webhooks are told of it; of either kind of account one of the two. ${madeBy}

| Event | Meaning | Entity | Outcome | Log | Webhooks |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}

/** For the console, which the document tells types alone. */
function actionsModule(): string {
  return `/** Everything that the audit log tells of. ${madeModule} */
export const actions = [
${listed(Object.keys(eventCatalog))}] as const
`
}

const listed = (names: readonly string[]) => names.map((name) => `  '${name}',\n`).join('')

function fileTypesModule(): string {
  const lines = Object.entries(fileTypes).map(([ending, type]) => `  ${ending}: '${type}',`)
  return `/** The kinds of files that the service takes, by the ends of their names. ${madeModule} */\nexport const typeOfEnding = {\n${lines.join('\n')}\n} as const\n`
}

function serviceMailsModule(): string {
  return `/** The mails that the service writes by itself. ${madeModule} */
const codes: ReadonlySet<string> = new Set([
${listed(systemTemplates)}])

/** Whether a template of this code stands in the place of one that comes with the service. */
export const isOfService = (code: string | null): boolean => code !== null && codes.has(code)
`
}

/**
 * Makes one generated file.
 *
 * @param current what the file holds now, undefined when there is none
 * @returns what it should hold
 * @throws Error when the file has no place for the part that is generated
 */
export async function wanted({ file, marker, text }: Generated, current: string | undefined): Promise<string> {
  const made = await text()
  if (!marker) return made
  const [start, end] = [`<!-- ${marker}:begin -->`, `<!-- ${marker}:end -->`]
  const [before, rest] = current?.split(start) ?? []
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`${file} has no ${start} … ${end}`)
  return `${before}${start}${made}${end}${after}`
}

/**
 * Goes through all generated files below `root`.
 *
 * @param check writes nothing
 * @returns those that differed
 */
export async function generate(root: string, generated: readonly Generated[], check: boolean): Promise<string[]> {
  const stale: string[] = []
  for (const one of generated) {
    const path = join(root, one.file)
    const current = read(path)
    const text = await wanted(one, current)
    if (text === current) continue
    stale.push(one.file)
    if (check) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return stale
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

if (import.meta.main) {
  const check = process.argv.includes('--check')
  const stale = await generate(join(import.meta.dirname, '..'), all, check)
  for (const file of stale) console.log(check ? `${file} is not what npm run generate makes of its source` : `${file} written`)
  console.log(`generated: ${all.length} files, ${stale.length} ${check ? 'stale' : 'written'}`)
  process.exitCode = check && stale.length > 0 ? 1 : 0
}
