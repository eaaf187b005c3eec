import { type SqlBool, sql } from 'kysely'
import { defineList, type ListPart } from '#db/lists/list.ts'
import { booleanFilter, type ListFilter, textFilter } from '#db/lists/list-query.ts'
import { searchColumns } from '#db/lists/text-search.ts'
import type { Context } from '#db/rows/context.ts'
import { matchingNames, webhookWildcards } from '#modules/webhook-events/matching.ts'
import { loadWebhooks } from './webhooks.queries.ts'
import { Webhook } from './webhooks.schema.ts'

/** What a subscription may have written so that it is told of an event; a wildcard is looked for as it is written. */
const spellingsOf = (event: string): string[] => [event, ...webhookWildcards.filter((one) => matchingNames([one], [event]).length > 0)]

const event: ListFilter<string> = {
  ...textFilter('webhooks.events', 'That are told of this event, by its name or by a wildcard'),
  where: (name) => sql<SqlBool>`webhooks.events && ${spellingsOf(name)}::text[]`,
}

export const webhookList = defineList({
  name: 'webhooks',
  table: 'webhooks',
  view: 'webhooks.view',
  item: Webhook,
  page: 'WebhookPage',
  load: loadWebhooks,
  sort: {
    createdAt: { by: sql`webhooks.created_at`, type: 'timestamptz', isIndexed: true },
    url: { by: sql`webhooks.url`, type: 'text' },
    isActive: { by: sql`webhooks.is_active`, type: 'boolean' },
  },
  filter: { isActive: booleanFilter('webhooks.is_active', 'Whether the subscription is active'), event },
  search: (_ctx, text) => searchColumns(text, ['webhooks.url', 'webhooks.description']),
})

/** The subscriptions of the caller's own tenant (of the platform its own), or of `within` and all below it. */
export function ownWebhooks(ctx: Context, { within }: { within?: string | undefined }): ListPart | undefined {
  if (within !== undefined) return undefined
  const { tenantId } = ctx.actor
  const where = tenantId === null ? sql<SqlBool>`webhooks.tenant_id is null` : sql<SqlBool>`webhooks.tenant_id = ${tenantId}`
  return { name: `of ${tenantId}`, where }
}
