import type { z } from 'zod'
import { AppError, conflict, stateConflict } from '#core/errors.ts'
import { uuidv7 } from '#core/uuid.ts'
import { uniqueViolation } from '#db/database-errors.ts'
import type { Context } from '#db/rows/context.ts'
import { insert, requireStillLiving, tenantOrOwn, update } from '#db/rows/owned.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { requireVersion } from '#http/version.ts'
import { lockGrantor } from '#rights/grantor.ts'
import { findTemplate, lockTemplate, shownTemplate } from './message-templates.queries.ts'
import type { MessageTemplate, MessageTemplateChange, NewMessageTemplate } from './message-templates.schema.ts'
import { changedColumns, changesOf, deletedFacts, recordWith } from './template-changes.ts'
import { checkTexts } from './template-check.ts'
import type { TemplateRecord } from './template-record.ts'
import { lockTemplatesOf, requireTemplateRoom } from './template-room.ts'

type Answer = z.input<typeof MessageTemplate>

/** How often a change that others were quicker than is read and checked again. */
const mostRounds = 5

/**
 * Creates a template of a tenant in scope, or of the platform. Not in a transaction: its texts are read in a thread first.
 * @throws AppError 400 like `checkTexts`, 404 the tenant, 409 `template_name_taken`, `conflict` naming `code`, `quota_exceeded`
 */
export async function createTemplate(ctx: Context, wanted: z.output<typeof NewMessageTemplate>): Promise<Answer> {
  const { tenantId: given, engine: _, ...texts } = wanted
  const tenantId = await tenantOrOwn(ctx, given, 'tenantId')
  const record = recordWith(empty(ctx, tenantId), texts)
  const { variables, warnings } = await checkTexts(ctx, record)
  return await transact(ctx, async (ctx) => {
    await lockTemplatesOf(ctx, tenantId)
    await lockGrantor(ctx, { changedTenantIds: [tenantId] })
    await requireStillLiving(ctx, tenantId, 'tenantId')
    await requireTemplateRoom(ctx, tenantId)
    const added = { ...record, variables }
    const { id } = record
    const row = { id, tenantId, createdBy: ctx.actor.id, createdAt: ctx.now, updatedBy: ctx.actor.id, updatedAt: ctx.now }
    await insert(ctx, 'messageTemplates', { ...row, ...changedColumns(added, null) }).catch(namingWhatIsTaken)
    await emit(ctx, 'template.created', {
      tenantId,
      entityId: id,
      entityName: added.name,
      data: { code: added.code, category: added.category, isActive: added.isActive },
    })
    return { ...(await shownTemplate(ctx, added)), warnings }
  })
}

const empty = (ctx: Context, tenantId: string | null): TemplateRecord => ({
  id: uuidv7(ctx.now),
  tenantId,
  name: '',
  code: null,
  category: '',
  subject: '',
  bodyHtml: '',
  bodyText: null,
  variables: [],
  declaredVariables: [],
  variableDefinitions: [],
  translations: {},
  isActive: true,
  isSystem: false,
  version: 1,
  createdAt: ctx.now,
  updatedAt: ctx.now,
  updatedBy: ctx.actor.id,
})

/**
 * Changes what is sent of a template; all texts are read again with it. Not in a transaction. Where others change it meanwhile, the change is
 * made of what they left, unless the caller named a version.
 * @throws AppError 400 like `checkTexts`, 404, 409 `template_is_system`, `template_name_taken`, `version_conflict`, `conflict` naming `code`
 */
export async function changeTemplate(
  ctx: Context,
  id: string,
  wanted: Omit<z.output<typeof MessageTemplateChange>, 'version'>,
  sent: number | undefined,
): Promise<Answer> {
  const { engine: _, ...change } = wanted
  for (let round = 1; ; round++) {
    const known = await findTemplate(ctx, id)
    if (known.isSystem) throw stateConflict('template_is_system')
    requireVersion(known, sent)
    const next = recordWith(known, change)
    const { variables, warnings } = await checkTexts(ctx, next)
    const answer = await transact(ctx, async (ctx) => {
      await lockGrantor(ctx, { grantsOf: [known.tenantId] })
      const before = await lockTemplate(ctx, id)
      requireVersion(before, sent)
      if (before.version !== known.version) return null
      const changes = changesOf(before, { ...next, variables })
      if (Object.keys(changes).length === 0) return { ...(await shownTemplate(ctx, before)), warnings }
      const after = { ...next, variables, version: before.version + 1, updatedAt: ctx.now, updatedBy: ctx.actor.id }
      await update(ctx, 'messageTemplates')
        .set({ ...changedColumns(after, before), version: after.version, updatedAt: ctx.now, updatedBy: ctx.actor.id })
        .where('messageTemplates.id', '=', id)
        .execute()
        .catch(namingWhatIsTaken)
      await emit(ctx, 'template.updated', { tenantId: before.tenantId, entityId: id, entityName: after.name, changes })
      return { ...(await shownTemplate(ctx, after)), warnings }
    })
    if (answer !== null) return answer
    if (round === mostRounds) throw stateConflict('version_conflict')
  }
}

/** Deletes a template; where it wrote a mail of the service, the next that there is writes it from now on. Throws 404, 409 `template_is_system`. */
export async function deleteTemplate(ctx: Context, id: string): Promise<void> {
  const known = await findTemplate(ctx, id)
  if (known.isSystem) throw stateConflict('template_is_system')
  await lockGrantor(ctx, { grantsOf: [known.tenantId] })
  const record = await lockTemplate(ctx, id)
  await update(ctx, 'messageTemplates')
    .set(({ eb }) => ({ deletedAt: ctx.now, deletedBy: ctx.actor.id, version: eb('version', '+', 1) }))
    .where('messageTemplates.id', '=', id)
    .execute()
  await emit(ctx, 'template.deleted', { tenantId: record.tenantId, entityId: id, entityName: record.name, changes: deletedFacts(record) })
}

/** The indexes decide who was first. */
function namingWhatIsTaken(error: unknown): never {
  const taken = uniqueViolation(error)?.constraint
  if (taken === 'message_templates_name')
    throw new AppError(409, 'template_name_taken', { fields: [{ field: 'name', code: 'template_name_taken' }] })
  throw taken === 'message_templates_code' ? conflict('code') : error
}
