import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { nameKey } from '#core/text/name-key.ts'
import { changesBetween } from '#events/changes.ts'
import type { MessageTemplateChange } from './message-templates.schema.ts'
import type { TemplateRecord, VariableDefinition, WrittenTexts } from './template-record.ts'

type Change = Omit<z.output<typeof MessageTemplateChange>, 'version' | 'engine'>

/** A template with what is sent in place of what it was; what is not sent stays. */
export function recordWith(record: TemplateRecord, change: Change): TemplateRecord {
  const { variables, variableDefinitions, translations, bodyText, ...plain } = change
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)) as Partial<TemplateRecord>
  return {
    ...record,
    ...given,
    ...(bodyText !== undefined && { bodyText: textOrNull(bodyText) }),
    ...(variables && { declaredVariables: [...new Set(variables)] }),
    ...(variableDefinitions && { variableDefinitions: variableDefinitions.map(definitionOf) }),
    ...(translations && { translations: translationsOf(translations) }),
  }
}

/** An empty text is none: it is made from the HTML. */
const textOrNull = (text: string | null | undefined) => (text?.trim() ? text : null)

type Given<N extends keyof Change> = NonNullable<Change[N]>

const definitionOf = (given: Given<'variableDefinitions'>[number]): VariableDefinition => ({
  name: given.name,
  required: given.required,
  default: given.default ?? null,
  example: given.example ?? null,
  description: given.description ?? null,
})

const translationsOf = (given: Given<'translations'>): TemplateRecord['translations'] =>
  Object.fromEntries(
    Object.entries(given).flatMap(([language, texts]) =>
      texts === undefined ? [] : [[language, { subject: texts.subject, bodyHtml: texts.bodyHtml, bodyText: textOrNull(texts.bodyText) }]],
    ),
  )

/** The columns in which two records differ; all of them of a new one. */
export function changedColumns(record: TemplateRecord, before: TemplateRecord | null) {
  const whole = {
    name: record.name,
    nameKey: nameKey(record.name),
    code: record.code,
    category: record.category,
    subject: record.subject,
    bodyHtml: record.bodyHtml,
    bodyText: record.bodyText,
    declaredVariables: [...record.declaredVariables],
    variables: [...record.variables],
    variableDefinitions: JSON.stringify(record.variableDefinitions),
    translations: JSON.stringify(record.translations),
    isActive: record.isActive,
  }
  if (before === null) return whole
  const known: typeof whole = changedColumns(before, null) as typeof whole
  return Object.fromEntries(
    Object.entries(whole).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name as keyof typeof whole])),
  ) as typeof whole
}

/** What the log keeps of a template: of long texts that they were others, not what they were. */
const logged = (record: TemplateRecord) => ({
  name: record.name,
  code: record.code,
  category: record.category,
  subject: record.subject,
  bodyHtml: fingerprint(record.bodyHtml),
  bodyText: record.bodyText === null ? null : fingerprint(record.bodyText),
  variables: [...record.variables],
  variableDefinitions: fingerprint(JSON.stringify(record.variableDefinitions)),
  translations: Object.fromEntries(Object.entries(record.translations).map(([language, texts]) => [language, fingerprintOf(texts)])),
  isActive: record.isActive,
})

const fingerprint = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
const fingerprintOf = ({ subject, bodyHtml, bodyText }: WrittenTexts) => fingerprint(JSON.stringify([subject, bodyHtml, bodyText]))

export const changesOf = (before: TemplateRecord, after: TemplateRecord) => changesBetween(logged(before), logged(after))

/** What the log says of one that is deleted. */
export const deletedFacts = (record: TemplateRecord) =>
  Object.fromEntries(Object.entries(logged(record)).map(([field, before]) => [field, { before, after: null }]))
