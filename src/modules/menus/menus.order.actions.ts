import { sql } from 'kysely'
import type { z } from 'zod'
import { type FieldProblem, validationFailed } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { changesBetween } from '#events/changes.ts'
import { emit, emitAll } from '#events/emit.ts'
import type { MenuNode } from '#http/start/menu-shapes.ts'
import { levelOf, menuTree, parentsOf } from './menu-tree.ts'
import { itemOf, lockedMenu } from './menus.actions.ts'
import { holdParents, loadMenu, type MenuRow } from './menus.queries.ts'
import { type MenuOrder, mostLevels } from './menus.schema.ts'

type Place = z.output<typeof MenuOrder>['items'][number]

/**
 * Deletes an item of the caller's own menu. What stands below it takes its place, also what tenants put below an item of the platform:
 * nobody's item is lost with another's.
 * @throws AppError 404 unknown, or not the caller's own
 */
// unscoped: an item that was found under the lock to be the caller's own; of others only the parent it had is changed
export async function deleteMenuItem(ctx: Context, id: string): Promise<void> {
  const { own } = await lockedMenu(ctx)
  const item = itemOf(own, id)
  // whoever is putting something below it ends first, and whoever comes later does not find it
  await sql`select from menu_items where id = ${id} for update`.execute(ctx.db)
  await sql`update menu_items set parent_id = ${item.parentId}, version = version + 1 where parent_id = ${id}`.execute(ctx.db)
  await sql`delete from menu_items where id = ${id}`.execute(ctx.db)
  await emit(ctx, 'menu.deleted', { tenantId: item.tenantId, entityId: id, entityName: item.titleEn })
}

/**
 * Puts every item of the caller's own menu in its place: all, or with any problem none.
 * @returns the own items as a tree; those below an item of the platform stand at the top
 * @throws AppError 400 for an item that is missing, unknown, foreign or there twice, a parent that is none of the menu, a circle, a level too deep
 */
export async function reorderMenu(ctx: Context, places: readonly Place[]): Promise<MenuNode[]> {
  const { menu, own } = await lockedMenu(ctx)
  const problems = problemsOf(places, menu, own)
  if (problems.length > 0) throw validationFailed(problems)
  const known = new Map(own.map((row) => [row.id, row]))
  const moved = places.filter(({ id, parentId, order }) => {
    const row = known.get(id)!
    return row.parentId !== parentId || row.position !== order
  })
  if (moved.length > 0) await store(ctx, moved, menu)
  const { tenantId } = ctx.actor
  await emitAll(
    ctx,
    'menu.reordered',
    moved.map(({ id, parentId, order }) => {
      const before = known.get(id)!
      const changes = changesBetween<Record<string, unknown>>({ parentId: before.parentId, order: before.position }, { parentId, order })
      return { tenantId, entityId: id, entityName: before.titleEn, changes }
    }),
  )
  return menuTree(
    (await loadMenu(ctx)).filter((row) => row.tenantId === tenantId),
    'at-the-top',
  )
}

function problemsOf(places: readonly Place[], menu: readonly MenuRow[], own: readonly MenuRow[]): FieldProblem[] {
  const ownIds = new Set(own.map(({ id }) => id))
  const named = new Set<string>()
  const problems: FieldProblem[] = []
  const all = parentsOf(menu)
  for (const [at, { id, parentId }] of places.entries()) {
    if (!ownIds.has(id)) problems.push({ field: `items.${at}.id`, code: 'not_found' })
    else if (named.has(id)) problems.push({ field: `items.${at}.id`, code: 'conflict' })
    if (parentId !== null && !all.has(parentId)) problems.push({ field: `items.${at}.parentId`, code: 'not_found' })
    named.add(id)
  }
  if (own.some(({ id }) => !named.has(id))) problems.push({ field: 'items', code: 'too_few', params: { minimum: own.length } })
  if (problems.length > 0) return problems
  for (const { id, parentId } of places) all.set(id, parentId)
  for (const [at, { id }] of places.entries()) {
    const level = levelOf(id, all)
    if (level === null) problems.push({ field: `items.${at}.parentId`, code: 'not_allowed_value' })
    else if (level > mostLevels) problems.push({ field: `items.${at}.parentId`, code: 'too_deep' })
  }
  return problems
}

// unscoped: items that were found under the lock to be the caller's own
async function store(ctx: Context, moved: readonly Place[], menu: readonly MenuRow[]): Promise<void> {
  const { tenantId } = ctx.actor
  const ofPlatform = new Set(menu.filter((row) => row.tenantId !== tenantId).map(({ id }) => id))
  await holdParents(
    ctx,
    moved.flatMap(({ parentId }) => (parentId !== null && ofPlatform.has(parentId) ? [parentId] : [])),
    validationFailed([{ field: 'items', code: 'not_found' }]),
  )
  const rows = moved.map(({ id, parentId, order }) => ({ id, parent_id: parentId, position: order }))
  await sql`
    update menu_items m set parent_id = i.parent_id, position = i.position, version = version + 1
    from json_to_recordset(${JSON.stringify(rows)}::json) as i (id uuid, parent_id uuid, position integer)
    where m.id = i.id`.execute(ctx.db)
}
