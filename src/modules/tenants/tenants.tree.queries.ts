import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import { loadTenants } from './tenants.queries.ts'
import type { NearTenant, TreeNode } from './tenants.tree.schema.ts'

/** More than this in one answer would keep the process from everybody else; there are the pages of children for such trees. */
const mostNodes = 50_000

/**
 * The living tenants at and below the caller's own, whose level is 0; for the platform every root. Children stand in the order of
 * their names. Read from the database and not from the tree in memory: whoever made a tenant on another process finds it here.
 * Nothing is recursive: a chain of tenants may be long.
 * @throws AppError 413 for a tree of more than 50,000
 */
export async function readTree(ctx: Context): Promise<TreeNode[]> {
  const rows = await select(ctx, 'tenants')
    .select(['tenants.id', 'tenants.parentId', 'tenants.name', 'tenants.code', 'tenants.status'])
    .orderBy(sql`lower(tenants.name)`)
    .orderBy('tenants.id')
    .limit(mostNodes + 1)
    .execute()
  if (rows.length > mostNodes) throw new AppError(413, 'payload_too_large')
  const top = ctx.actor.tenantId
  const nodes = new Map(
    rows.map(({ id, name, code, status }): [string, TreeNode] => [id, { id, name, code, status, level: 0, children: [] }]),
  )
  const roots: TreeNode[] = []
  for (const { id, parentId } of rows) {
    const isTop = top === null ? parentId === null : id === top
    const siblings = isTop ? roots : nodes.get(parentId ?? '')?.children
    siblings?.push(nodes.get(id)!)
  }
  let ahead = roots
  for (let level = 1; ahead.length > 0; level++) {
    ahead = ahead.flatMap(({ children }) => children)
    for (const node of ahead) node.level = level
  }
  return roots
}

/** Like `loadTenants`, each with its place beside the caller's tenant; for the own tenant and its children (platform: roots). */
export async function loadNearTenants(ctx: Context, ids: readonly string[]): Promise<z.input<typeof NearTenant>[]> {
  const level = ctx.actor.tenantId === null ? 0 : 1
  return (await loadTenants(ctx, ids)).map((tenant) => {
    const isSelf = tenant.id === ctx.actor.tenantId
    return { ...tenant, level: isSelf ? 0 : level, relation: isSelf ? 'self' : 'child' }
  })
}
