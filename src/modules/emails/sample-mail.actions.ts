import type { z } from 'zod'
import type { Context } from '#db/rows/context.ts'
import type { Exchange } from '#http/route.ts'
import { findTemplate } from '#modules/message-templates/message-templates.queries.ts'
import { filledVariables } from '#modules/message-templates/preview.actions.ts'
import type { TestMail } from './sample-mail.schema.ts'
import { sendEmail } from './send.actions.ts'

/**
 * Sends a template to one address, under the rules of any mail that an admin sends; what is not given is filled by examples, else by its name in
 * brackets. Not in a transaction.
 * @throws AppError 404, and like `sendEmail`
 */
export async function sendTest(ctx: Context, id: string, { to, variables = {}, locale }: z.output<typeof TestMail>, exchange: Exchange) {
  const template = await findTemplate(ctx, id)
  const filled = await filledVariables(ctx, template, variables)
  const sent = await sendEmail(ctx, { to, templateId: id, variables: filled, priority: 'normal', locale }, exchange)
  return { id: sent.id, status: sent.status }
}
