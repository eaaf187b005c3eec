import type { MailLanguage } from '#outside/mail/render.ts'

/** One message in one language, as it was written. */
export interface WrittenTexts {
  readonly subject: string
  readonly bodyHtml: string
  readonly bodyText: string | null
}

export interface VariableDefinition {
  readonly name: string
  readonly required: boolean
  readonly default: string | number | boolean | null
  readonly example: string | number | boolean | null
  readonly description: string | null
}

/** A template, of the service or of a tenant. */
export interface TemplateRecord extends WrittenTexts {
  readonly id: string
  readonly tenantId: string | null
  readonly name: string
  readonly code: string | null
  readonly category: string
  readonly variables: readonly string[]
  readonly declaredVariables: readonly string[]
  readonly variableDefinitions: readonly VariableDefinition[]
  readonly translations: Readonly<Partial<Record<MailLanguage, WrittenTexts>>>
  readonly isActive: boolean
  readonly isSystem: boolean
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly updatedBy: string | null
}

/** The texts in a language: a translation, else those that stand for all others. */
export function textsIn(
  { subject, bodyHtml, bodyText, translations }: Pick<TemplateRecord, keyof WrittenTexts | 'translations'>,
  language: MailLanguage | null,
): WrittenTexts {
  return (language === null ? undefined : translations[language]) ?? { subject, bodyHtml, bodyText }
}

/** What stands for variables that are not given. */
export const defaultsOf = ({ variableDefinitions }: Pick<TemplateRecord, 'variableDefinitions'>): Record<string, unknown> =>
  Object.fromEntries(variableDefinitions.flatMap(({ name, default: value }) => (value === null ? [] : [[name, value]])))

/** What stands in previews for variables that are not given. */
export const examplesOf = ({ variableDefinitions }: Pick<TemplateRecord, 'variableDefinitions'>): Record<string, unknown> =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ name, default: value, example }) =>
      example === null && value === null ? [] : [[name, example ?? value]],
    ),
  )
