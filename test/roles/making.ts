/** Roles for tests, over HTTP, and what is stored of them. */
import { randomUUID } from 'node:crypto'
import { type PermissionName, permissionCatalogue } from '#core/permissions.ts'
import { expectStatus, type RequestOptions, type TestApp } from '../harness.ts'

/** The id of a permission. */
export const idOf = (name: PermissionName): string => permissionCatalogue.find((permission) => permission.name === name)!.id
export const idsOf = (...names: PermissionName[]): string[] => names.map(idOf)

export async function makeRole(app: TestApp, token: string, more: Record<string, unknown> = {}) {
  return expectStatus(await app.post('/api/v1/roles', { name: `Role ${randomUUID()}`, ...more }, { token }), 201).json
}

export const roleNamed = (app: TestApp, tenantId: string | null, name: string) =>
  app.open.service.database.kysely
    .selectFrom('roles')
    .selectAll()
    .where('tenantId', 'is not distinct from', tenantId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()

/** Living ones. */
export async function countRoles(app: TestApp, tenantId: string | null): Promise<number> {
  const rows = await app.open.service.database.kysely
    .selectFrom('roles')
    .select('id')
    .where('tenantId', 'is not distinct from', tenantId)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.length
}

/** What the log says of a role, oldest first. */
export async function eventsOfRole(app: TestApp, id: string) {
  const rows = await app.open.service.database.kysely
    .selectFrom('events')
    .select(['type', 'tenantId', 'data', 'changes'])
    .where('entityId', '=', id)
    .where('type', 'like', 'role.%')
    .orderBy('id')
    .execute()
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it then asserts
  return rows as { type: string; tenantId: string | null; data: any; changes: Record<string, any> }[]
}

/** What is stored: names with their restricted fields. */
export async function storedGrants(app: TestApp, roleId: string): Promise<Record<string, string[]>> {
  const rows = await app.open.service.database.kysely
    .selectFrom('rolePermissions')
    .select(['permission', 'restrictedFields'])
    .where('roleId', '=', roleId)
    .orderBy('permission')
    .execute()
  return Object.fromEntries(rows.map(({ permission, restrictedFields }) => [permission, restrictedFields]))
}

export const put = (app: TestApp, path: string, body: unknown, options: RequestOptions) => app.request('PUT', path, { ...options, body })
export const remove = (app: TestApp, path: string, options: RequestOptions) => app.request('DELETE', path, options)
