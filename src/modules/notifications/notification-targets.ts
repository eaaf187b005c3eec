import type { z } from 'zod'
import type { AccountKind, Context } from '#db/rows/context.ts'
import { readingMask } from '#db/rows/reading-mask.ts'
import type { PeopleQuery } from '#http/people-query.ts'
import { adminList } from '#modules/admins/admins.list.ts'
import { userList } from '#modules/users/users.list.ts'
import type { NotificationTargets } from './notifications.schema.ts'

type Found = z.input<typeof NotificationTargets>

const lists = { admin: adminList, user: userList } as const

/** Admins and users in the caller's scope, by the very search of their lists: by a masked field nobody is found, and none is shown. */
export async function searchTargets(ctx: Context, { q, type, limit }: z.output<typeof PeopleQuery>): Promise<Found> {
  const kinds: readonly AccountKind[] = type ? [type] : ['admin', 'user']
  const found = await Promise.all(kinds.map((kind) => searchKind(ctx, kind, q, limit)))
  return {
    items: found.flatMap(({ items }) => items).slice(0, limit),
    totalCount: found.reduce((sum, { totalCount }) => sum + totalCount, 0),
  }
}

async function searchKind(ctx: Context, kind: AccountKind, search: string, limit: number): Promise<Found> {
  const query = { page: 1, pageSize: limit, search, sortBy: 'createdAt', sortDirection: 'desc' } as const
  const { items, totalCount } = await lists[kind].read(ctx, query)
  const isMasked = readingMask(ctx.actor, kind === 'admin' ? 'admins.view' : 'users.view').includes('email')
  const shown = items.map(({ id, email, firstName, lastName, tenantId, tenantName, avatarUrl }) => ({
    id,
    type: kind,
    ...(!isMasked && { email }),
    name: `${firstName} ${lastName}`.trim(),
    firstName,
    lastName,
    tenantId,
    tenantName,
    avatarUrl,
  }))
  return { items: shown, totalCount }
}
