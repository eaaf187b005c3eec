import type { z } from 'zod'
import { peopleInScope } from '#accounts/people-in-scope.ts'
import { notFound } from '#core/errors.ts'
import { tenantNames } from '#db/live/tenant-names.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import type { ListedTemplate, MessageTemplate } from './message-templates.schema.ts'
import { systemTemplateById } from './system-templates.ts'
import type { TemplateRecord, VariableDefinition, WrittenTexts } from './template-record.ts'
import { usesOf } from './template-uses.ts'

const headColumns = [
  'messageTemplates.id',
  'messageTemplates.tenantId',
  'messageTemplates.name',
  'messageTemplates.code',
  'messageTemplates.category',
  'messageTemplates.subject',
  'messageTemplates.variables',
  'messageTemplates.isActive',
  'messageTemplates.version',
  'messageTemplates.createdAt',
  'messageTemplates.updatedAt',
  'messageTemplates.updatedBy',
] as const

const columns = [
  ...headColumns,
  'messageTemplates.bodyHtml',
  'messageTemplates.bodyText',
  'messageTemplates.declaredVariables',
  'messageTemplates.variableDefinitions',
  'messageTemplates.translations',
] as const

type Head = Omit<TemplateRecord, keyof WrittenTexts | 'declaredVariables' | 'variableDefinitions' | 'translations'> & { subject: string }

/** Of these ids those that the caller may see, in any order and without their texts. */
export async function loadListed(ctx: Context, ids: readonly string[]): Promise<(z.input<typeof ListedTemplate> & { id: string })[]> {
  const own = ids.filter((id) => !systemTemplateById.has(id))
  const rows =
    own.length === 0 ? [] : await select(ctx, 'messageTemplates').select(headColumns).where('messageTemplates.id', 'in', own).execute()
  const heads: Head[] = [...ids.flatMap((id) => systemTemplateById.get(id) ?? []), ...rows.map((row) => ({ ...row, isSystem: false }))]
  return await shownHeads(ctx, heads)
}

/** A template of the caller's scope, or of the service. Throws 404 for an unknown, deleted or foreign one alike. */
export async function findTemplate(ctx: Context, id: string): Promise<TemplateRecord> {
  return systemTemplateById.get(id) ?? (await readRow(ctx, id, false))
}

/** One that is a row, held until the transaction ends. Throws 404 like `findTemplate`. */
export const lockTemplate = (ctx: Context, id: string): Promise<TemplateRecord> => readRow(ctx, id, true)

async function readRow(ctx: Context, id: string, isLocked: boolean): Promise<TemplateRecord> {
  const query = select(ctx, 'messageTemplates').select(columns).where('messageTemplates.id', '=', id)
  const row = await (isLocked ? query.forNoKeyUpdate() : query).executeTakeFirst()
  if (!row) throw notFound()
  return {
    ...row,
    variableDefinitions: row.variableDefinitions as unknown as readonly VariableDefinition[],
    translations: row.translations as unknown as TemplateRecord['translations'],
    isSystem: false,
  }
}

/** As it is answered. */
export async function shownTemplate(ctx: Context, record: TemplateRecord): Promise<z.input<typeof MessageTemplate>> {
  const [head] = await shownHeads(ctx, [record])
  const { bodyHtml, bodyText, variableDefinitions, translations } = record
  return { ...head!, bodyHtml, bodyText, variableDefinitions: [...variableDefinitions], translations }
}

async function shownHeads(ctx: Context, heads: readonly Head[]): Promise<z.input<typeof ListedTemplate>[]> {
  const nameOf = await tenantNames(
    ctx,
    heads.map(({ tenantId }) => tenantId),
  )
  const known = await peopleInScope(
    ctx,
    heads.map(({ updatedBy }) => updatedBy),
  )
  const used = await usesOf(ctx, heads)
  return heads.map(
    ({ id, name, code, category, subject, variables, isActive, isSystem, tenantId, version, createdAt, updatedAt, updatedBy }) => ({
      id,
      name,
      code,
      engine: 'liquid' as const,
      category,
      subject,
      variables: [...variables],
      isActive,
      isSystem,
      tenantId,
      tenantName: nameOf(tenantId),
      version,
      usageCount30d: used.get(id) ?? 0,
      createdAt,
      updatedAt,
      updatedBy: updatedBy !== null && known.has(updatedBy) ? updatedBy : null,
      updatedByName: known.get(updatedBy ?? '') ?? null,
    }),
  )
}
