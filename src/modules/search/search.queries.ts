import type { z } from 'zod'
import type { PermissionName } from '#core/permissions.ts'
import type { Context } from '#db/rows/context.ts'
import { readingMask } from '#db/rows/reading-mask.ts'
import { adminList } from '#modules/admins/admins.list.ts'
import { listTemplates } from '#modules/message-templates/message-templates.list.ts'
import { roleList } from '#modules/roles/roles.list.ts'
import { tenantList } from '#modules/tenants/tenants.list.ts'
import { groupList } from '#modules/user-groups/user-groups.list.ts'
import { userList } from '#modules/users/users.list.ts'
import { webhookList } from '#modules/webhooks/webhooks.list.ts'
import { mostOfKind, type SearchQuery, type SearchResult, type searchKinds } from './search.schema.ts'

type Found = z.input<typeof SearchResult>['items'][number]
type Shown = Omit<Found, 'kind'>

/** What every list takes: its newest that hold the text. */
interface Asked {
  readonly page: 1
  readonly pageSize: typeof mostOfKind
  readonly search: string
  readonly sortBy: 'createdAt'
  readonly sortDirection: 'desc'
  readonly within: string | undefined
}

interface Kind {
  readonly view: PermissionName
  readonly find: (ctx: Context, asked: Asked) => Promise<Shown[]>
}

/** By the very search of each kind's list: scope, masks and bounds are those. */
const kinds: Readonly<Record<(typeof searchKinds)[number], Kind>> = {
  admin: { view: 'admins.view', find: async (ctx, asked) => (await adminList.read(ctx, asked)).items.map(personAs(ctx, 'admins.view')) },
  user: { view: 'users.view', find: async (ctx, asked) => (await userList.read(ctx, asked)).items.map(personAs(ctx, 'users.view')) },
  tenant: {
    view: 'tenants.view',
    find: async (ctx, asked) =>
      (await tenantList.read(ctx, asked)).items.map(({ id, name, code }) => ({
        ...{ id, title: name, subtitle: code },
        ...{ tenantId: id, tenantName: name },
      })),
  },
  group: {
    view: 'groups.view',
    find: async (ctx, asked) =>
      (await groupList.read(ctx, asked)).items.map(({ id, nameEn, nameAr, code, tenantId, tenantName }) => ({
        ...{ id, title: (ctx.language === 'ar' ? nameAr : null) ?? nameEn, subtitle: code },
        ...{ tenantId, tenantName },
      })),
  },
  role: {
    view: 'roles.view',
    find: async (ctx, asked) =>
      (await roleList.read(ctx, asked)).items.map(({ id, name, description, tenantId, tenantName }) => ({
        ...{ id, title: name, subtitle: description },
        ...{ tenantId, tenantName },
      })),
  },
  template: {
    view: 'templates.view',
    find: async (ctx, asked) =>
      (await listTemplates(ctx, asked)).items.map(({ id, name, code, tenantId, tenantName }) => ({
        ...{ id, title: name, subtitle: code },
        ...{ tenantId, tenantName },
      })),
  },
  webhook: {
    view: 'webhooks.view',
    find: async (ctx, asked) =>
      (await webhookList.read(ctx, asked)).items.map(({ id, url, description, tenantId, tenantName }) => ({
        ...{ id, title: url, subtitle: description },
        ...{ tenantId, tenantName },
      })),
  },
}

interface Person {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly username: string | null
  readonly email?: string
  readonly tenantId: string | null
  readonly tenantName: string | null
}

/** Who has no name is called by the username, never by an address that the caller may not see. */
function personAs(ctx: Context, view: PermissionName): (person: Person) => Shown {
  const isMasked = readingMask(ctx.actor, view).includes('email')
  return ({ id, firstName, lastName, username, email, tenantId, tenantName }) => {
    const address = isMasked ? null : (email ?? null)
    return { id, title: `${firstName} ${lastName}`.trim() || username || address || id, subtitle: address, tenantId, tenantName }
  }
}

/**
 * The newest records of each kind that the caller may see and that hold a text, from the caller's tenant and all below it, or from `within`.
 * @throws AppError 400 naming `within` for a text that is no id at all
 */
export async function searchRecords(ctx: Context, { q, within }: z.output<typeof SearchQuery>): Promise<z.input<typeof SearchResult>> {
  const asked: Asked = { page: 1, pageSize: mostOfKind, search: q, sortBy: 'createdAt', sortDirection: 'desc', within }
  const seen = (Object.entries(kinds) as [Found['kind'], Kind][]).filter(([, { view }]) => ctx.actor.permissions.has(view))
  const found = await Promise.all(seen.map(async ([kind, { find }]) => (await find(ctx, asked)).map((one) => ({ kind, ...one }))))
  return { items: found.flat() }
}
