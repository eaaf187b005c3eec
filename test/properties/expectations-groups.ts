/** The same for calls about groups. */

import type { GroupTruth } from './expected-state.ts'
import { type Asked, holdsGroup, isAboveAll, isThere, mayChangeGroup, mayEnd, mayGive } from './rules.ts'
import type { Kind } from './steps.ts'

const sameIds = (one: readonly string[], other: readonly string[]) => JSON.stringify([...one].sort()) === JSON.stringify([...other].sort())

/** The group of the path, where the caller may reach it and has the permission. */
function reached(asked: Asked, permission = 'groups.update'): GroupTruth | null {
  const group = asked.truth.groups.get(asked.call.groupId ?? '')
  return group && !group.isDeleted && isThere(asked, group.tenantId) && asked.rights.has(permission) ? group : null
}

const changesRoles = (asked: Asked, group: GroupTruth, roleIds: readonly string[], ends: boolean) =>
  roleIds.every((id) => asked.truth.roles.get(id)?.tenantId === group.tenantId && asked.truth.roles.get(id)?.seed !== 'SuperAdmin') &&
  mayChangeGroup(asked, group, ends) &&
  mayGive(
    asked,
    roleIds.filter((id) => !group.roleIds.includes(id)),
    group.tenantId,
  )

export const groupRules: Partial<Record<Kind, (asked: Asked) => boolean>> = {
  'create group': (asked) => {
    const { roleIds, tenantId = asked.call.actor.tenantId } = asked.body
    return asked.rights.has('groups.create') && isThere(asked, tenantId) && mayGive(asked, roleIds, tenantId)
  },
  'replace group': (asked) => {
    const group = reached(asked)
    if (!group) return false
    const { isActive, roleIds = group.roleIds } = asked.body
    if (isActive === group.isActive && sameIds(roleIds, group.roleIds)) return true
    return changesRoles(asked, group, roleIds, isActive === false)
  },
  'replace group roles': (asked) => {
    const group = reached(asked)
    return !!group && (sameIds(asked.body.roleIds, group.roleIds) || changesRoles(asked, group, asked.body.roleIds, false))
  },
  'replace restrictions': (asked) => {
    const group = reached(asked)
    if (!group) return false
    const wanted: { permissionCode: string; restrictedFields: string[] }[] = asked.body.restrictions
    const grant = asked.truth.lineage(group.tenantId)[0]?.grant
    if (grant && wanted.some(({ permissionCode }) => !grant.includes(permissionCode))) return false
    const next = new Map(wanted.map(({ permissionCode, restrictedFields }) => [permissionCode, restrictedFields]))
    const before = Object.entries(group.restrictions)
    const isSame = before.length === next.size && before.every(([name, fields]) => sameIds(fields, next.get(name) ?? []))
    const ended = Object.fromEntries(before.map(([name, fields]) => [name, fields.filter((field) => !next.get(name)?.includes(field))]))
    return isSame || (mayChangeGroup(asked, group, false) && mayEnd(asked, ended))
  },
  'add members': (asked) => {
    const group = reached(asked)
    const ids: string[] = asked.body.adminIds
    const people = ids.map((id) => asked.truth.accounts.get(id))
    if (!group || people.some((account) => !account || account.isDeleted || account.tenantId !== group.tenantId)) return false
    const added = ids.filter((id) => !group.memberIds.includes(id))
    return added.length === 0 || (holdsGroup(asked, group) && isAboveAll(asked, added))
  },
  'remove member': (asked) => {
    const group = reached(asked)
    const id = asked.call.path.split('/').at(-1) as string
    if (!group?.memberIds.includes(id) || asked.truth.accounts.get(id)?.isDeleted) return false
    return holdsGroup(asked, group) && isAboveAll(asked, [id]) && mayEnd(asked, group.restrictions)
  },
  'delete group': (asked) => {
    const group = reached(asked, 'groups.delete')
    return !!group && mayChangeGroup(asked, group, true)
  },
}
