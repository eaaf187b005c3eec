/** The rules of giving, written from the decisions: what a call has to satisfy, over rights as the model has them. */
import { beyond, type Rights } from './model.ts'
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

/** All of them are living roles of that tenant that may be given at all, and give no more than the giver has. */
export const mayGive = ({ truth, rights }: Asked, roleIds: readonly string[], tenantId: string | null): boolean =>
  roleIds.every((id) => {
    const role = truth.roles.get(id)
    const isOwn = role && !role.isDeleted && role.tenantId === tenantId && role.seed !== 'SuperAdmin'
    return isOwn && beyond(rights, truth.rightsBy(id)).length === 0
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
export const holdsGroup = ({ truth, rights }: Asked, group: GroupTruth): boolean =>
  group.roleIds.every((id) => {
    const restricting: GroupTruth = { ...group, isActive: true, roleIds: [] }
    return beyond(rights, truth.rightsIn(group.tenantId, truth.modelRole(id), [restricting])).length === 0
  })

/** Who changes what a group gives holds it and stands above nobody's head; `ends`: its restrictions would end. */
export const mayChangeGroup = (asked: Asked, group: GroupTruth, ends: boolean): boolean =>
  holdsGroup(asked, group) && isAboveAll(asked, group.memberIds) && !(ends && group.isActive && !mayEnd(asked.rights, group.restrictions))
