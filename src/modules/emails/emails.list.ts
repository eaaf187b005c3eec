import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { daysMs } from '#core/clock.ts'
import { searchWords } from '#core/text/search-text.ts'
import { firstUuidAt } from '#core/uuid.ts'
import { defineList } from '#db/lists/list.ts'
import { idFilter, type ListFilter, likePattern, queryBoolean, textFilter } from '#db/lists/list-query.ts'
import type { Context } from '#db/rows/context.ts'
import { loadEmails } from './emails.queries.ts'
import { Email, emailStatuses } from './emails.schema.ts'
import { shownRecipients } from './recipient-mask.ts'

const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

/** Mails are in the order of their ids, which begin with their time: bounds are bounds of ids, which the index has. */
const dateFrom: ListFilter<string> = {
  description: 'Made from this moment on, or from the beginning of this day (UTC)',
  body: Moment,
  query: Moment,
  where: (text) => sql<SqlBool>`emails.id >= ${firstUuidAt(new Date(text))}::uuid`,
}
const dateTo: ListFilter<string> = {
  description: 'Made up to this moment, or to the end of this day (UTC)',
  body: Moment,
  query: Moment,
  where: (text) =>
    sql<SqlBool>`emails.id < ${firstUuidAt(new Date(new Date(text).getTime() + (text.includes('T') ? 1 : daysMs(1))))}::uuid`,
}

const one = emailStatuses.join('|')
const Statuses = z
  .string()
  .max(60)
  .regex(new RegExp(`^(?:${one})(?:,(?:${one}))*$`))
const status: ListFilter<string> = {
  description: 'One of `queued`, `scheduled`, `sent`, `failed`, `cancelled`, or several with commas between',
  body: Statuses,
  query: Statuses,
  where: (text) => sql<SqlBool>`emails.status = any(${[...new Set(text.split(','))]}::text[])`,
}

const bounced: ListFilter<boolean> = {
  description: 'Whether it came back, or its recipient complained, as far as the caller may see the address',
  body: z.boolean(),
  query: queryBoolean,
  where(value, { actor }) {
    const shown = sql<SqlBool>`emails.recipient_type = any(${shownRecipients(actor)}::text[])`
    return value ? sql<SqlBool>`(emails.bounce_type is not null and ${shown})` : sql<SqlBool>`(emails.bounce_type is null or not ${shown})`
  },
}

const byRecord = (column: string, description: string): ListFilter<string> => ({ ...idFilter(column, description), isNarrow: true })

/** Of recipients whose address the caller may not see, nothing is found by it, nor by a subject that tells it. */
function search(ctx: Context, text: string) {
  const shown = sql<SqlBool>`emails.recipient_type = any(${shownRecipients(ctx.actor)}::text[])`
  const words = searchWords(text).map((word) => likePattern(word))
  if (words.length === 0) return null
  const holds = words.map(
    (word) => sql<SqlBool>`((emails.subject ilike ${word} and (not emails.tells_recipient or ${shown}))
      or (emails.recipient_address ilike ${word} and ${shown}))`,
  )
  return sql<SqlBool>`(${sql.join(holds, sql` and `)})`
}

export const emailList = defineList({
  name: 'emails',
  table: 'emails',
  view: 'emails.view',
  item: Email,
  page: 'EmailPage',
  load: loadEmails,
  sort: { createdAt: { by: sql`emails.id`, type: 'uuid', isIndexed: true } },
  filter: {
    status,
    tenantId: idFilter('emails.tenant_id', 'In the name of this tenant alone'),
    templateId: byRecord('emails.template_id', 'Made from this template'),
    category: textFilter('emails.category', 'Of this category', 50),
    batchId: byRecord('emails.batch_id', 'Of this batch'),
    bounced,
    dateFrom,
    dateTo,
  },
  search,
})
