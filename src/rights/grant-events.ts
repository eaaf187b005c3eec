import type { PermissionName } from '#core/permissions.ts'
import type { Context } from '#db/rows/context.ts'
import type { EventName } from '#events/catalog.ts'
import { changesBetween } from '#events/changes.ts'
import { type EventFacts, emitAll } from '#events/emit.ts'
import type { Restriction } from './effective-permissions.ts'
import type { Grouped, RevokedGrants } from './grant-changes.ts'
import { type TenantGrant, unionOf } from './grants.ts'

type Changes = NonNullable<EventFacts['changes']>

const byName = (one: string, other: string) => (one < other ? -1 : 1)
const sorted = (names: Iterable<string>): string[] => [...names].sort(byName)
const sortedFields = <F>(fields: Iterable<readonly [string, F]>) =>
  Object.fromEntries([...fields].sort(([one], [other]) => byName(one, other)))

/**
 * How a tenant's own grant differs, for its event. Each permission is a field of its own that was granted or not: whole lists of
 * dozens would say little of what changed, and fill the log when thousands of tenants lose one.
 */
export function grantChanges(before: TenantGrant, after: TenantGrant): Changes {
  const granted = ({ permissions }: TenantGrant, names: ReadonlySet<PermissionName>) =>
    Object.fromEntries([...names].sort(byName).map((name) => [name, permissions.has(name)]))
  const all = new Set<PermissionName>([...before.permissions, ...after.permissions])
  return changesBetween(
    { ...granted(before, all), restrictedFields: sortedFields(before.own) },
    { ...granted(after, all), restrictedFields: sortedFields(after.own) },
  )
}

const isTakenAway = { before: true, after: false }

/**
 * Tells every tenant, role and group what it lost, each in the log of its own tenant and without a word of the tenants above; but for
 * the tenant `excludedId`, whose change has an event of its own.
 */
export async function emitRevokedGrants(ctx: Context, { taken, tenants, roles, groups }: RevokedGrants, excludedId: string): Promise<void> {
  const isLeft = (name: string) => !taken.has(name)
  const others = tenants.map((alike) => ({ ...alike, affected: alike.affected.filter(({ id }) => id !== excludedId) }))
  await emitAlike(ctx, 'tenant.permissions_changed', others, (lost) =>
    Object.fromEntries(sorted(lost.taken).map((name) => [name, isTakenAway])),
  )
  await emitAlike(ctx, 'role.permissions_changed', roles, ({ listed }) => {
    const before = Object.entries(listed).map(([name, restrictedFields]) => ({ name, restrictedFields }))
    return changesBetween(listFacts(before), listFacts(before.filter(({ name }) => isLeft(name))))
  })
  await emitAlike(ctx, 'group.restrictions_changed', groups, ({ restrictions }) => ({
    restrictions: {
      before: restrictionFacts(restrictions),
      after: restrictionFacts(restrictions.filter(({ permission }) => isLeft(permission))),
    },
  }))
}

/** What a role lists, as its events tell it: names sorted, restricted fields by name. */
export const listFacts = (listed: readonly { readonly name: string; readonly restrictedFields: readonly string[] }[]) => ({
  permissions: sorted(listed.map(({ name }) => name)),
  restrictedFields: sortedFields(
    listed.flatMap(({ name, restrictedFields }) => (restrictedFields.length > 0 ? [[name, restrictedFields] as const] : [])),
  ),
})

/** The restrictions of a group as its events tell them: in the order of the catalogue, fields sorted. */
export const restrictionFacts = (restrictions: readonly Restriction[]) =>
  [...unionOf(restrictions)].map(([permissionCode, restrictedFields]) => ({ permissionCode, restrictedFields }))

async function emitAlike<T>(
  ctx: Context,
  name: EventName,
  all: readonly Grouped<T>[],
  changesOf: (alike: Grouped<T>) => Changes,
): Promise<void> {
  const facts = all.flatMap((alike) => {
    const changes = changesOf(alike)
    return alike.affected.map(({ id, tenantId, name }): EventFacts => ({ tenantId, entityId: id, entityName: name, changes }))
  })
  await emitAll(ctx, name, facts)
}
