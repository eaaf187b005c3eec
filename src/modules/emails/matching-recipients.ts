import type { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { AccountKind, Context } from '#db/rows/context.ts'
import { isTenantInScope } from '#db/rows/owned.ts'
import { transact } from '#db/rows/transact.ts'
import { adminList } from '#modules/admins/admins.list.ts'
import { userList } from '#modules/users/users.list.ts'
import { mostMatching, type NewEmails } from './send.schema.ts'

type Filter = NonNullable<z.output<typeof NewEmails>['filter']>

export interface Matching {
  readonly kind: AccountKind
  readonly ids: readonly string[]
}

/**
 * The accounts that a filter means, by the lists of admins and users: scope, masks and all. A filter by a tenant, role or group of anybody else
 * matches nobody.
 * @throws AppError 400 `bulk_too_large` beyond ten thousand, 403 for a filter by what the caller may not see
 */
export async function matchingAccounts(ctx: Context, filter: Filter): Promise<Matching[]> {
  const { target, roleId, groupId, emailVerified } = filter
  const place = await placeOf(ctx, filter)
  if (place === null) return []
  const common = { ...place, isActive: filter.isActive ?? true, ...(filter.search !== undefined && { search: filter.search }) }
  const ofAdmins = { ...(roleId != null && { roleId }), ...(groupId != null && { groupId }) }
  const wantsAdmins = target !== 'users' && emailVerified == null
  const wantsUsers = target !== 'admins' && Object.keys(ofAdmins).length === 0
  const ids = filter.ids && filter.ids.length > 0 ? filter.ids : null
  const excluded = new Set(filter.excludeIds)
  const matching: Matching[] = []
  const add = async (kind: AccountKind, one: ReadsIds) => {
    const found = ids === null ? await one.all() : await one.of(ids)
    matching.push({ kind, ids: found.filter((id) => !excluded.has(id)) })
    if (matching.reduce((sum, { ids }) => sum + ids.length, 0) > mostMatching) throw new AppError(400, 'bulk_too_large')
  }
  if (wantsAdmins) {
    const asked = { ...common, ...ofAdmins }
    await add('admin', {
      all: () => bounded(ctx, (ctx) => adminList.matchingSet(ctx, asked)),
      of: (ids) => adminList.matchingOf(ctx, asked, ids),
    })
  }
  if (wantsUsers) {
    const asked = { ...common, ...(emailVerified != null && { emailVerified }) }
    await add('user', {
      all: () => bounded(ctx, (ctx) => userList.matchingSet(ctx, asked)),
      of: (ids) => userList.matchingOf(ctx, asked, ids),
    })
  }
  return matching
}

interface ReadsIds {
  readonly all: () => Promise<readonly string[]>
  readonly of: (ids: readonly string[]) => Promise<readonly string[]>
}

type IdsOf = (ctx: Context) => ReturnType<typeof adminList.matchingSet>

/** Not more than excluded ones may take away again are ever texts. */
async function bounded(ctx: Context, read: IdsOf): Promise<readonly string[]> {
  const found = await transact(ctx, read)
  if (found.size > mostMatching + 1000) throw new AppError(400, 'bulk_too_large')
  return [...found.batches(mostMatching + 1000)].flat()
}

/** One tenant, or with all below it; without one the caller's own, on the platform everything. Null for one of anybody else. */
async function placeOf(ctx: Context, { tenantId, includeDescendants }: Filter): Promise<{ tenantId?: string; within?: string } | null> {
  const asked = tenantId ?? ctx.actor.tenantId
  if (asked === null) return {}
  if (!(await isTenantInScope(ctx, asked))) return null
  return includeDescendants ? { within: asked } : { tenantId: asked }
}
