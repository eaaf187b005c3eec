import { mailTemplateFacts, mailVariableExamples, ownNames, systemTemplateId } from '#core/mail-template-facts.ts'
import { mailCategories, type SystemTemplate } from '#core/mail-templates.ts'
import { systemTemplateSource, systemTemplates } from '#outside/mail/render.ts'
import type { TemplateRecord, VariableDefinition } from './template-record.ts'

const examples: Readonly<Record<string, unknown>> = mailVariableExamples

/** Since when there are mails of the service. */
const since = new Date('2026-01-01T00:00:00.000Z')

/** The mails of the service as templates: made from the code, never rows, and nobody's to change. */
export const systemTemplateRecords: readonly TemplateRecord[] = systemTemplates.map((code) => {
  const { name } = mailTemplateFacts[code]
  const names = ownNames(code)
  return {
    id: systemTemplateId(code),
    tenantId: null,
    name,
    code,
    category: mailCategories[code],
    ...systemTemplateSource(code, 'en'),
    variables: names,
    declaredVariables: names,
    variableDefinitions: names.flatMap((name) => definitionOf(code, name) ?? []),
    translations: { ar: systemTemplateSource(code, 'ar') },
    isActive: true,
    isSystem: true,
    version: 1,
    createdAt: since,
    updatedAt: since,
    updatedBy: null,
  }
})

/** Of those that hold others there is no single example. */
function definitionOf(code: SystemTemplate, name: string): VariableDefinition | null {
  const example = examples[name] ?? null
  if (example !== null && typeof example === 'object') return null
  const required = mailTemplateFacts[code].secrets.some((secret) => secret === name)
  return { name, required, default: null, example: example as VariableDefinition['example'], description: null }
}

export const systemTemplateById: ReadonlyMap<string, TemplateRecord> = new Map(systemTemplateRecords.map((record) => [record.id, record]))
