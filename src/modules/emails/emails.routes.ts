import { message } from '#core/messages.ts'
import { countedWithin } from '#db/lists/list-within.ts'
import { can } from '#http/access.ts'
import { bulkMessage } from '#http/bulk/bulk.ts'
import { PeopleQuery } from '#http/people-query.ts'
import { type Routes, route } from '#http/route.ts'
import { ById, Message } from '#http/shapes.ts'
import { searchTargets } from '#modules/notifications/notification-targets.ts'
import { noteBounce, requireBounceSecret } from './bounces.ts'
import { emailStats } from './email-stats.ts'
import { emailList } from './emails.list.ts'
import { cancelBatch, cancelEmail, resendEmail } from './emails.move.actions.ts'
import { getEmail } from './emails.queries.ts'
import { Bounce, ByBatch, CancelledBatch, EmailDetail, EmailStats, Recipients, StatsQuery } from './emails.schema.ts'
import { sendEmail } from './send.actions.ts'
import { AcceptedEmail, AcceptedEmails, NewEmail, NewEmails } from './send.schema.ts'
import { sendEmails } from './send-bulk.actions.ts'

export const emailRoutes: Routes = {
  'GET /': route({
    operationId: 'listEmails',
    summary: 'Page of the mails of the own tenant and those below, newest first',
    description: 'Searched are subjects, and addresses where the caller may see them.',
    access: can('emails.view'),
    query: emailList.querySchema,
    reply: emailList.pageSchema,
    run: (ctx, { query }) => emailList.read(ctx, query),
  }),

  'GET /stats': route({
    operationId: 'getEmailStats',
    summary: 'How many mails were sent, failed and came back, and how many wait',
    description: 'By whole days in UTC: of what was sent, failed or was cancelled the day on which that happened.',
    access: can('emails.view'),
    query: StatsQuery,
    reply: EmailStats,
    run: async (ctx, { query }) => emailStats(await countedWithin(ctx, query.within), query),
  }),

  'GET /search-recipients': route({
    operationId: 'listEmailRecipients',
    summary: 'Admins and users whose name or address holds a text',
    access: can('emails.send'),
    query: PeopleQuery,
    reply: Recipients,
    run: (ctx, { query }) => searchTargets(ctx, query),
  }),

  'GET /:id': route({
    operationId: 'getEmail',
    summary: 'One mail, what it says and what became of it',
    access: can('emails.view'),
    params: ById,
    reply: EmailDetail,
    run: (ctx, { params }) => getEmail(ctx, params.id),
  }),

  'POST /send': route({
    operationId: 'sendEmail',
    summary: 'Send one mail from a template',
    description:
      'Sender and headers are those of the service. With the header `Idempotency-Key` the same call within a day is the same mail. An address of no admin or user in scope needs `emails.external`.',
    access: can('emails.send'),
    body: NewEmail,
    reply: AcceptedEmail,
    status: 202,
    errors: [404, 409],
    emits: ['email.queued'],
    transaction: 'own',
    takesIdempotencyKey: true,
    run: (ctx, { body, exchange }) => sendEmail(ctx, body, exchange),
  }),

  'POST /send-bulk': route({
    operationId: 'sendEmails',
    summary: 'Send a mail from a template to each of many: a thousand by name, ten thousand by filter',
    description:
      'Each address gets one. Who bounced for ever or complained is left out, and without `emails.external` whoever is no admin or user in scope. To hang up stops it after the batch at hand. With the header `Idempotency-Key` the same call within a day is the same batch, as far as it came: its answer counts what was queued beside what was `planned`, and names nobody who was left out.',
    access: can('emails.send'),
    body: NewEmails,
    // a thousand with twenty variables each
    mostValues: 25_000,
    reply: AcceptedEmails,
    status: 202,
    dryRunStatus: 200,
    errors: [404, 409],
    emits: ['email.bulk_queued', 'job.finished'],
    transaction: 'own',
    takesIdempotencyKey: 'batches',
    run: (ctx, { body, exchange }) => sendEmails(ctx, body, exchange),
  }),

  'DELETE /:id/cancel': route({
    operationId: 'cancelEmail',
    summary: 'Cancel a mail that waits',
    description: 'It is cancelled or sent, never both. What the service itself tells people about their accounts is not cancelled.',
    access: can('emails.send'),
    params: ById,
    reply: EmailDetail,
    errors: [409],
    emits: ['email.cancelled'],
    run: (ctx, { params }) => cancelEmail(ctx, params.id),
  }),

  'POST /:id/resend': route({
    operationId: 'resendEmail',
    summary: 'Send a mail again that failed',
    description:
      'As it was written, under the same id; its errors stay in its history. Codes, links and passwords are not kept, and so can not be sent again. An address of no admin or user in scope needs `emails.external`.',
    access: can('emails.send'),
    params: ById,
    reply: EmailDetail,
    status: 202,
    errors: [409],
    emits: ['email.requeued'],
    run: (ctx, { params }) => resendEmail(ctx, params.id),
  }),

  'DELETE /batches/:batchId/cancel': route({
    operationId: 'cancelEmailBatch',
    summary: 'Cancel what still waits of a batch',
    access: can('emails.send'),
    params: ByBatch,
    reply: CancelledBatch,
    emits: ['email.cancelled'],
    run: async (ctx, { params }) => {
      const affected = await cancelBatch(ctx, params.batchId)
      return { affected, message: bulkMessage(ctx.language, affected, false) }
    },
  }),

  'POST /bounces': route({
    operationId: 'reportBounce',
    summary: 'Report that a mail came back or was complained of',
    description:
      'For the mail system of whoever runs the service: the header `X-Bounce-Secret` holds `EMAIL_BOUNCE_SECRET`. After a hard one, a complaint or five soft ones in a row bulk mails go there no more; codes and links are still tried.',
    access: 'public',
    body: Bounce,
    reply: Message,
    status: 202,
    errors: [401],
    run: async (ctx, { body, exchange }) => {
      requireBounceSecret(ctx, exchange.header('x-bounce-secret'))
      await noteBounce(ctx, body)
      return { message: message('bounce_noted', ctx.language) }
    },
  }),
}
