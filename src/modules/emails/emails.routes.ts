import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { searchTargets } from '#modules/notifications/notification-targets.ts'
import { emailStats } from './email-stats.ts'
import { emailList } from './emails.list.ts'
import { getEmail } from './emails.queries.ts'
import { EmailDetail, EmailStats, RecipientQuery, Recipients, StatsQuery } from './emails.schema.ts'

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
    run: (ctx, { query }) => emailStats(ctx, query),
  }),

  'GET /search-recipients': route({
    operationId: 'searchEmailRecipients',
    summary: 'Admins and users whose name or address holds a text',
    access: can('emails.send'),
    query: RecipientQuery,
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
}
