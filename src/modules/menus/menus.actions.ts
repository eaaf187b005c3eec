import { sql } from 'kysely'
import type { z } from 'zod'
import { conflict, denied, notFound, stateConflict, validationFailed } from '#core/errors.ts'
import { slugOf } from '#core/text/slug.ts'
import { uuidv7 } from '#core/uuid.ts'
import { runAgain } from '#db/database-errors.ts'
import type { Context } from '#db/rows/context.ts'
import { insert, select, update } from '#db/rows/owned.ts'
import { freeCode } from '#db/rows/unused-code.ts'
import { changesBetween } from '#events/changes.ts'
import { emit } from '#events/emit.ts'
import type { MenuNode } from '#http/start/menu-shapes.ts'
import { requireVersion } from '#http/version.ts'
import { levelOf, menuTree, parentsOf, shownMenu } from './menu-tree.ts'
import { holdParents, listedItems, loadMenu, lockMenu, type MenuRow } from './menus.queries.ts'
import { type MenuItemChange, mostItems, mostLevels, type NewMenuItem } from './menus.schema.ts'

type Wanted = Omit<z.output<typeof MenuItemChange>, 'version'>

/**
 * The menu as the caller is shown it; or all of it that is the platform's and the own tenant's.
 * @throws AppError 403 when all is asked for without `menus.view`
 */
export async function readMenu(ctx: Context, isWhole: boolean): Promise<MenuNode[]> {
  if (isWhole && !ctx.actor.permissions.has('menus.view')) throw denied({ requiredPermission: 'menus.view' })
  const rows = await loadMenu(ctx)
  return isWhole ? menuTree(rows, 'left-out') : shownMenu(rows, ctx.actor, await listedItems(ctx))
}

/**
 * Adds an item to the menu of the caller's tenant, or of the platform.
 * @throws AppError 400 `parentId` too deep, 404 `parentId` unknown or foreign, 409 taken `key` or as many items as there may be
 */
export async function createMenuItem(ctx: Context, wanted: z.output<typeof NewMenuItem>): Promise<MenuNode> {
  const { menu, own } = await lockedMenu(ctx)
  if (own.length >= mostItems) throw stateConflict('quota_exceeded', { quota: 'menuItems' })
  const parentId = wanted.parentId ?? null
  const id = uuidv7(ctx.now)
  await requirePlace(ctx, menu, id, parentId)
  requireFreeKey(own, wanted.key)
  const siblings = menu.filter((row) => row.parentId === parentId)
  const columns = {
    key: wanted.key ?? (await freeCode(ctx, slugOf(wanted.titleEn) || 'item', takenKeys(ctx))),
    titleEn: wanted.titleEn,
    titleAr: wanted.titleAr ?? null,
    path: wanted.path ?? null,
    icon: wanted.icon ?? null,
    parentId,
    position: wanted.order ?? Math.max(-1, ...siblings.map(({ position }) => position)) + 1,
    requiredPermission: wanted.requiredPermission ?? null,
    isVisible: wanted.isVisible ?? true,
  }
  const { tenantId } = ctx.actor
  await insert(ctx, 'menuItems', { id, tenantId, ...columns, createdAt: ctx.now })
  const set = Object.entries(toldOf(columns)).filter(([, value]) => value !== null)
  const changes = changesBetween({}, Object.fromEntries(set))
  await emit(ctx, 'menu.created', { tenantId, entityId: id, entityName: wanted.titleEn, changes })
  return await ownItem(ctx, id)
}

/**
 * Changes what was sent of an item of the caller's own menu.
 * @throws AppError 400 `parentId` below itself or too deep, 404 for the item or `parentId`, 409 taken `key` or stale version
 */
export async function updateMenuItem(ctx: Context, id: string, wanted: Wanted, version: number | undefined): Promise<MenuNode> {
  const { menu, own } = await lockedMenu(ctx)
  const item = itemOf(own, id)
  requireVersion(item, version)
  const { order, ...rest } = wanted
  const after = { ...rest, ...(order !== undefined && { position: order }) }
  const changes = changesBetween(toldOf({ ...item }), toldOf(after))
  if (Object.keys(changes).length === 0) return await ownItem(ctx, id)
  if (changes.parentId) await requirePlace(ctx, menu, id, wanted.parentId ?? null)
  if (changes.key) requireFreeKey(own, wanted.key)
  // what was sent as it stands is not written: where the platform deletes the parent meanwhile, it stands so no more
  const set = Object.fromEntries(Object.entries(after).filter(([name]) => (name === 'position' ? 'order' : name) in changes))
  const written = await update(ctx, 'menuItems')
    .set(({ eb }) => ({ ...set, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', item.version)
    .executeTakeFirst()
  if (written.numUpdatedRows === 0n) throw runAgain('an item of the menu was changed by the platform before it was locked')
  await emit(ctx, 'menu.updated', { tenantId: item.tenantId, entityId: id, entityName: wanted.titleEn ?? item.titleEn, changes })
  return await ownItem(ctx, id)
}

/** The menu under its lock, and what of it is the caller's own. */
export async function lockedMenu(ctx: Context): Promise<{ menu: MenuRow[]; own: MenuRow[] }> {
  await lockMenu(ctx)
  const menu = await loadMenu(ctx)
  return { menu, own: menu.filter(({ tenantId }) => tenantId === ctx.actor.tenantId) }
}

/** Of the caller's own; 404 for an unknown one, the platform's and any other tenant's alike. */
export function itemOf(own: readonly MenuRow[], id: string): MenuRow {
  const item = own.find((row) => row.id === id)
  if (!item) throw notFound()
  return item
}

async function ownItem(ctx: Context, id: string): Promise<MenuNode> {
  const own = (await loadMenu(ctx)).filter(({ tenantId }) => tenantId === ctx.actor.tenantId)
  const waiting = menuTree(own, 'at-the-top')
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.id === id) return node
    waiting.push(...node.children)
  }
  throw notFound()
}

/** That an item may stand below this parent with all that is below it. */
async function requirePlace(ctx: Context, menu: readonly MenuRow[], id: string, parentId: string | null): Promise<void> {
  if (parentId === null) return
  if (!menu.some((row) => row.id === parentId)) throw notFound('parentId')
  await holdParents(ctx, [parentId], notFound('parentId'))
  const parents = parentsOf(menu).set(id, parentId)
  for (const at of parents.keys()) {
    const level = levelOf(at, parents)
    if (level === null) throw validationFailed([{ field: 'parentId', code: 'not_allowed_value' }])
    if (level > mostLevels && isBelow(at, id, parents)) throw validationFailed([{ field: 'parentId', code: 'too_deep' }])
  }
}

/** Whether an item is this one or stands below it; of a menu without circles. */
function isBelow(at: string, id: string, parents: ReadonlyMap<string, string | null>): boolean {
  for (let up: string | null = at; up !== null; up = parents.get(up) ?? null) if (up === id) return true
  return false
}

function requireFreeKey(own: readonly MenuRow[], key: string | undefined): void {
  if (own.some((row) => row.key === key)) throw conflict('key')
}

/** Of one tenant, in the scope that holds anyway. */
const takenKeys = (ctx: Context) =>
  select(ctx, 'menuItems')
    .where('menuItems.tenantId', ctx.actor.tenantId === null ? 'is' : '=', ctx.actor.tenantId)
    .where('menuItems.key', '=', sql<string>`candidates.code`)

/** As the API calls it. */
function toldOf({ position, ...columns }: { readonly [K in keyof MenuRow]?: MenuRow[K] | undefined }) {
  return { ...columns, ...(position !== undefined && { order: position }) }
}
