/** The rules of giving, written from the decisions: what a call has to satisfy, over rights as the model has them. */

import type { GroupTruth, Truth } from './expected-state.ts'
import type { Rights } from './model.ts'
import {
  type Facts,
  type Fields,
  type Holder,
  holderOf,
  isBeyond,
  mayEnd as mayEndThem,
  mayGrant as mayGrantIt,
} from './sleep.reference.ts'
import type { Call } from './steps.ts'

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

const factsOf = new WeakMap<Truth, Facts>()

/** What the reference of what sleeps takes, of the same truth. */
export function facts(truth: Truth): Facts {
  const known = factsOf.get(truth)
  if (known) return known
  const { tenants, accounts: admins } = truth
  const roles = new Map([...truth.roles].map(([id, role]) => [id, { ...role, isSystem: role.seed !== null }]))
  const made: Facts = { tenants, roles, groups: truth.groups, admins: admins as unknown as Facts['admins'] }
  factsOf.set(truth, made)
  return made
}

const caller = ({ truth, call }: Asked) => holderOf(facts(truth), call.actor.id)

/** A role of the tenant, with these groups, gives more than the caller has: now, or once what sleeps is awake. */
export const exceeds = (asked: Asked, tenantId: string | null, role: Holder['role'], groups: GroupTruth[] = []): boolean =>
  isBeyond(facts(asked.truth), caller(asked), { tenantId, role, groups }, 'gift')

/** All of them are living roles of that tenant that may be given at all, and give no more than the grantor has. */
export const mayGive = (asked: Asked, roleIds: readonly string[], tenantId: string | null): boolean =>
  roleIds.every((id) => {
    const role = asked.truth.roles.get(id)
    const isOwn = role && !role.isDeleted && role.tenantId === tenantId && role.seed !== 'SuperAdmin'
    return isOwn && !exceeds(asked, tenantId, role)
  })

/** Nobody among them can do more than the caller, who may always be one of them. */
export const isAboveAll = (asked: Asked, accountIds: readonly string[]): boolean =>
  accountIds.every((id) => {
    const all = facts(asked.truth)
    return id === asked.call.actor.id || !isBeyond(all, caller(asked), holderOf(all, id), 'rank')
  })

/** None of these fields is one that may be neither seen nor written under the permission. */
export const maySend = (rights: Rights, permission: string, fields: readonly string[]): boolean =>
  !fields.some((field) => rights.get(permission)?.has(field) || rights.get(permission.replace(/\.\w+$/, '.view'))?.has(field))

/** Restrictions that end must not bind who ends them, and must be on what that one holds. */
export const mayEnd = (asked: Asked, ended: Fields): boolean => mayEndThem(facts(asked.truth), caller(asked), ended)

/** Whether the caller may grant this to a tenant, with these restrictions of its own. */
export const mayGrant = (asked: Asked, tenantId: string, grant: readonly string[], own: Fields): boolean =>
  mayGrantIt(facts(asked.truth), caller(asked), tenantId, grant, own)

/** What the group gives when it is active, with its restrictions on it, lies within what the caller has. */
export const holdsGroup = (asked: Asked, group: GroupTruth): boolean =>
  group.roleIds.every((id) => {
    const restricting: GroupTruth = { ...group, isActive: true, roleIds: [] }
    return !exceeds(asked, group.tenantId, asked.truth.roles.get(id) ?? null, [restricting])
  })

/** Who changes what a group gives holds it and stands above nobody's head; `ends`: its restrictions would end. */
export const mayChangeGroup = (asked: Asked, group: GroupTruth, ends: boolean): boolean =>
  holdsGroup(asked, group) && isAboveAll(asked, group.memberIds) && !(ends && !mayEnd(asked, group.restrictions))
