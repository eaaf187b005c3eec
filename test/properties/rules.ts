/** The rules of giving, written from the decisions: what a call has to satisfy, over rights as the model has them. */
import { beyond, type ModelRole, type Rights } from './model.ts'
import type { Call } from './steps.ts'
import type { GroupTruth, Truth } from './truth.ts'

export interface Asked {
  readonly truth: Truth
  readonly call: Call
  /** Of who calls. */
  readonly rights: Rights
  // biome-ignore lint/suspicious/noExplicitAny: bodies as `callOf` makes them
  readonly body: any
}

/** The record in the path. */
export const idIn = ({ path }: Call) => (path.split('/')[4] as string).replace(/\?.*/, '')

/** The tenant is the caller's or below it, and neither it nor one above it is deleted. */
export const isThere = ({ truth, call }: Asked, tenantId: string | null): boolean =>
  truth.isWithin(call.actor.tenantId, tenantId) && truth.lineage(tenantId).every(({ isDeleted }) => !isDeleted)

/**
 * A role of the tenant, with these groups, gives more than the caller has: now, or on the day when the delegation to the caller's
 * tenant restricts nothing any more, while the caller's own roles and groups still do.
 */
export function exceeds(
  { truth, call, rights }: Asked,
  tenantId: string | null,
  role: ModelRole | null,
  groups: GroupTruth[] = [],
): boolean {
  const given = truth.rightsIn(tenantId, role, groups)
  if (beyond(rights, given).length > 0) return true
  const [own, later] = [truth.freedRightsOf(call.actor.id), truth.rightsIn(tenantId, role, groups, true)]
  const lineage = truth.lineage(call.actor.tenantId)
  const isHidden = (name: string, field: string) => lineage.some(({ restrictions }) => restrictions[name]?.includes(field))
  return [...given.keys()].some((name) => [...(own.get(name) ?? [])].some((field) => isHidden(name, field) && !later.get(name)?.has(field)))
}

/** All of them are living roles of that tenant that may be given at all, and give no more than the giver has. */
export const mayGive = (asked: Asked, roleIds: readonly string[], tenantId: string | null): boolean =>
  roleIds.every((id) => {
    const role = asked.truth.roles.get(id)
    const isOwn = role && !role.isDeleted && role.tenantId === tenantId && role.seed !== 'SuperAdmin'
    return isOwn && !exceeds(asked, tenantId, asked.truth.modelRole(id))
  })

/** Nobody among them can do more than the caller, who may always be one of them. */
export const isAboveAll = ({ truth, call, rights }: Asked, accountIds: readonly string[]): boolean =>
  accountIds.every((id) => id === call.actor.id || beyond(rights, truth.rightsOf(id)).length === 0)

/** None of these fields is one that may be neither seen nor written under the permission. */
export const maySend = (rights: Rights, permission: string, fields: readonly string[]): boolean =>
  !fields.some((field) => rights.get(permission)?.has(field) || rights.get(permission.replace(/\.\w+$/, '.view'))?.has(field))

/** Restrictions that end must not bind who ends them, and must be on what that one holds. */
export const mayEnd = (rights: Rights, ended: Readonly<Record<string, readonly string[]>>): boolean =>
  Object.entries(ended).every(([permission, fields]) => {
    const own = rights.get(permission)
    return fields.length === 0 || (own !== undefined && !fields.some((field) => own.has(field)))
  })

/** What the group gives when it is active, with its restrictions on it, lies within what the caller has. */
export const holdsGroup = (asked: Asked, group: GroupTruth): boolean =>
  group.roleIds.every((id) => {
    const restricting: GroupTruth = { ...group, isActive: true, roleIds: [] }
    return !exceeds(asked, group.tenantId, asked.truth.modelRole(id), [restricting])
  })

/** Who changes what a group gives holds it and stands above nobody's head; `ends`: its restrictions would end. */
export const mayChangeGroup = (asked: Asked, group: GroupTruth, ends: boolean): boolean =>
  holdsGroup(asked, group) && isAboveAll(asked, group.memberIds) && !(ends && group.isActive && !mayEnd(asked.rights, group.restrictions))
