import { type SqlBool, sql } from 'kysely'
import type { PermissionName } from '#core/permissions.ts'
import { searchKey, searchWords } from '#core/text/search-text.ts'
import { likePattern } from '#db/lists/list-query.ts'
import { searchColumns, searchedId } from '#db/lists/text-search.ts'
import type { AccountKind, Context } from '#db/rows/context.ts'
import { accountDoors } from '#db/rows/owned.ts'
import { transact } from '#db/rows/transact.ts'
import type { BinEntry, BinSource } from './bin-entries.ts'
import { purgeAccount, purgeGroup, purgeRole, purgeTemplate, purgeWebhook } from './purge-entry.ts'
import { purgeTenant } from './purge-tenant.ts'
import { restoreAccount } from './restore-account.ts'
import { restoreGroup } from './restore-group.ts'
import { restoreMessageTemplate } from './restore-message-template.ts'
import {
  accountObstacles,
  groupObstacles,
  type Obstacles,
  roleObstacles,
  templateObstacles,
  tenantObstacles,
  webhookObstacles,
} from './restore-obstacles.ts'
import { restoreRole } from './restore-role.ts'
import { restoreTenant } from './restore-tenant.ts'
import { restoreWebhook } from './restore-webhook.ts'

export interface BinType extends Omit<BinSource, 'type'> {
  /** Without it a caller does not see entries of this type. */
  readonly view: PermissionName
  readonly update: PermissionName
  readonly delete: PermissionName
  /** What stands in the way of a restore, of many at once. */
  readonly obstacles: (ctx: Context, ids: readonly string[]) => Promise<Obstacles>
  /** In transactions of its own, under its own locks; looks again whether the entry is still there. */
  readonly restore: (ctx: Context, entry: BinEntry) => Promise<void>
  readonly purge: (ctx: Context, entry: BinEntry) => Promise<void>
  /** The record shows its id opaquely. */
  readonly isOpaque?: true
}

type Restore = BinType['restore']

const inOne =
  (work: Restore): Restore =>
  (ctx, entry) =>
    transact(ctx, (ctx) => work(ctx, entry))

const nameHolds = (text: string, ...columns: string[]) =>
  searchColumns(
    text,
    columns.map((column) => `e.${column}`),
  )

/** As `fullName` has it, and like that never the address. */
const personName = sql<string>`coalesce(nullif(trim(e.first_name || ' ' || e.last_name), ''), e.username, '')`

/** The name of a person out of the text of searches: its first line, else its second. */
const searchedName = sql`coalesce(nullif(trim(split_part(e.search, E'\\n', 1)), ''), split_part(e.search, E'\\n', 2))`

/** What people called it, else the host that it is sent to. */
const webhookName = sql<string>`coalesce(nullif(e.description, ''), substring(e.url from '://([^/?]+)'))`

/** The whole text has the index, what is shown is a part of it: an address finds nobody here. */
function personFound(text: string) {
  const given = searchWords(text)
  if (given.length === 0) return null
  const words = given.map(searchKey).filter((word) => word !== '')
  if (words.length === 0) return sql<SqlBool>`false`
  const holds = words.map(likePattern).map((word) => sql<SqlBool>`(e.search like ${word} and ${searchedName} like ${word})`)
  return sql<SqlBool>`(${sql.join(holds, sql` and `)})`
}

const accountType = (kind: AccountKind) =>
  ({
    table: 'accounts',
    only: sql<SqlBool>`e.kind = ${sql.lit(kind)}`,
    tenant: 'tenant_id',
    name: personName,
    found: personFound,
    view: `${accountDoors[kind]}.view`,
    update: `${accountDoors[kind]}.update`,
    delete: `${accountDoors[kind]}.delete`,
    obstacles: accountObstacles,
    restore: inOne((ctx, entry) => restoreAccount(ctx, kind, entry)),
    purge: inOne((ctx, entry) => purgeAccount(ctx, kind, entry)),
  }) as const satisfies BinType

/** What the recycle bin holds. Another type is another line here: its rows are deleted by `deleted_at` and marked by `purged_at`. */
const binTypes = {
  Admin: accountType('admin'),
  User: accountType('user'),
  Tenant: {
    table: 'tenants',
    only: null,
    tenant: 'id',
    name: sql<string>`e.name`,
    found: (text) => nameHolds(text, 'name', 'code'),
    view: 'tenants.view',
    update: 'tenants.update',
    delete: 'tenants.delete',
    obstacles: tenantObstacles,
    restore: restoreTenant,
    purge: purgeTenant,
  },
  Role: {
    table: 'roles',
    only: null,
    tenant: 'tenant_id',
    name: sql<string>`e.name`,
    found: (text) => nameHolds(text, 'name'),
    view: 'roles.view',
    update: 'roles.manage',
    delete: 'roles.manage',
    obstacles: roleObstacles,
    restore: inOne(restoreRole),
    purge: inOne(purgeRole),
  },
  UserGroup: {
    table: 'user_groups',
    only: null,
    tenant: 'tenant_id',
    name: sql<string>`e.name_en`,
    found: (text) => nameHolds(text, 'name_en', 'name_ar', 'code'),
    view: 'groups.view',
    update: 'groups.update',
    delete: 'groups.delete',
    obstacles: groupObstacles,
    restore: inOne(restoreGroup),
    purge: inOne(purgeGroup),
    isOpaque: true,
  },
  MessageTemplate: {
    table: 'message_templates',
    only: null,
    tenant: 'tenant_id',
    name: sql<string>`e.name`,
    found: (text) => nameHolds(text, 'name', 'code'),
    view: 'templates.view',
    update: 'templates.update',
    delete: 'templates.delete',
    obstacles: templateObstacles,
    restore: inOne(restoreMessageTemplate),
    purge: inOne(purgeTemplate),
  },
  Webhook: {
    table: 'webhooks',
    only: null,
    tenant: 'tenant_id',
    name: webhookName,
    found: (text) => searchColumns(text, ['e.description', 'e.url']),
    view: 'webhooks.view',
    update: 'webhooks.update',
    delete: 'webhooks.delete',
    obstacles: webhookObstacles,
    restore: inOne(restoreWebhook),
    purge: inOne(purgeWebhook),
  },
} as const satisfies Readonly<Record<string, BinType>>

type BinTypeName = keyof typeof binTypes

export const binTypeNames = Object.keys(binTypes) as [BinTypeName, ...BinTypeName[]]

export const binTypeOf = (name: string): BinType => binTypes[name as BinTypeName]

/** As a source of entries; a search for a whole id finds the record that has it. */
export function sourceOf(name: string): BinSource {
  const type = binTypeOf(name)
  const found = (text: string) => (searchedId(text) ? sql<SqlBool>`e.id = ${searchedId(text)}` : type.found(text))
  return { ...type, type: name, found }
}
