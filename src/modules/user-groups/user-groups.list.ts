import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { defineList, type ListPart } from '#db/lists/list.ts'
import { booleanFilter, type ListFilter, textFilter } from '#db/lists/list-query.ts'
import type { Page } from '#db/lists/read-page.ts'
import { searchColumns } from '#db/lists/text-search.ts'
import type { Context } from '#db/rows/context.ts'
import { requireTenantInScope, tenantIdIn } from '#db/rows/owned.ts'
import { groupIdIn, opaqueGroupId } from './user-groups.ids.ts'
import { loadCompactGroups, loadGroupItems } from './user-groups.queries.ts'
import { CompactGroup, Group } from './user-groups.schema.ts'

/** By the opaque or plain id of a tenant; a text that is neither belongs to nobody. */
const tenantId: ListFilter<string> = {
  ...textFilter('user_groups.tenant_id', 'Groups of this tenant alone, by its plain or opaque id'),
  where: (text, ctx) => {
    const id = tenantIdIn(ctx, text)
    return id === null ? sql<SqlBool>`false` : sql<SqlBool>`user_groups.tenant_id = ${id}`
  },
}

const groupListOf = <Item extends z.ZodType>(
  name: string,
  page: string,
  item: Item,
  load: (ctx: Context, ids: readonly string[]) => Promise<(z.input<Item> & { id: string })[]>,
) =>
  defineList({
    name,
    table: 'userGroups',
    view: 'groups.view',
    item,
    page,
    load,
    shownId: opaqueGroupId,
    idOf: groupIdIn,
    sort: {
      createdAt: { by: sql`user_groups.created_at`, type: 'timestamptz', isIndexed: true },
      nameEn: { by: sql`lower(user_groups.name_en)`, type: 'text' },
      code: { by: sql`user_groups.code`, type: 'text' },
      isActive: { by: sql`user_groups.is_active`, type: 'boolean' },
    },
    filter: { isActive: booleanFilter('user_groups.is_active', 'Whether the group is active'), tenantId },
    // names and codes only: a search through the members would tell who they are
    search: (_ctx, text) => searchColumns(text, ['user_groups.name_en', 'user_groups.name_ar', 'user_groups.code']),
  })

export const groupList = groupListOf('groups', 'UserGroupPage', Group, loadGroupItems)
export const compactGroupList = groupListOf('groups in short', 'UserGroupChoicePage', CompactGroup, loadCompactGroups)

/** The groups of one tenant; null: the platform's own, which no tenant has. */
export const groupsOf = (tenantId: string | null): ListPart => ({
  name: `of ${tenantId}`,
  where: tenantId === null ? sql<SqlBool>`user_groups.tenant_id is null` : sql<SqlBool>`user_groups.tenant_id = ${tenantId}`,
})

/** The groups of the caller's own tenant, or of `within` and all below it. */
export const ownGroups = (ctx: Context, { within }: { within?: string | undefined }): ListPart | undefined =>
  within === undefined ? groupsOf(ctx.actor.tenantId) : undefined

/** A page of one tenant's groups, its id written plainly or opaquely; 404 for an unknown, malformed or foreign one alike. */
export async function readGroupsOfTenant(
  ctx: Context,
  tenant: string,
  query: Parameters<typeof groupList.read>[1],
): Promise<Page<z.input<typeof Group>>> {
  return await groupList.read(ctx, query, groupsOf(await requireTenantInScope(ctx, tenant, undefined, 'either')))
}
