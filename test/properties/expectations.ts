/** Whether a call should succeed, by the rules alone: what is refused for no reason is a defect as well. */
import { permissionById } from '#core/permissions.ts'
import { beyond, type Rights } from './model.ts'
import type { Call } from './steps.ts'
import type { Truth } from './truth.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies as `callOf` makes them
type Body = any
type Rule = (truth: Truth, call: Call, rights: Rights, body: Body) => boolean

const isThere = (truth: Truth, { actor }: Call, tenantId: string | null) =>
  truth.isWithin(actor.tenantId, tenantId) && truth.lineage(tenantId).every(({ isDeleted }) => !isDeleted)

/** All of it may be given on: it is of that tenant, nobody's but a SuperAdmin's to have, and no more than the giver has. */
const mayGive = (truth: Truth, rights: Rights, roleIds: readonly string[], tenantId: string | null) =>
  roleIds.every((id) => {
    const role = truth.roles.get(id)
    return (
      role && !role.isDeleted && role.tenantId === tenantId && role.seed !== 'SuperAdmin' && beyond(rights, truth.rightsBy(id)).length === 0
    )
  })

const writable = (rights: Rights, permission: string, fields: readonly string[]) =>
  !fields.some((field) => rights.get(permission)?.has(field) || rights.get(permission.replace(/\.\w+$/, '.view'))?.has(field))

const idIn = ({ path }: Call) => path.split('/')[4] as string

const rules: Partial<Record<Call['kind'], Rule>> = {
  'create role': (truth, call, rights, { tenantId, permissionIds, restrictedFields }) => {
    if (!rights.has('roles.manage') || !isThere(truth, call, tenantId)) return false
    const lists = new Map(
      (permissionIds as string[]).map((id) => [permissionById(id)?.name as string, (restrictedFields[id] ?? []) as string[]]),
    )
    const gives = truth.rightsIn(tenantId, { reach: 'listed', lists })
    // what its tenant is not granted can't be listed, though it would give nothing
    return gives.size === lists.size && beyond(rights, gives).length === 0
  },
  'clone role': (truth, call, rights) => {
    const role = truth.roles.get(idIn(call))
    return (
      !!role && rights.has('roles.manage') && isThere(truth, call, role.tenantId) && beyond(rights, truth.rightsBy(role.id)).length === 0
    )
  },
  'create admin': (truth, call, rights, { roleId, tenantId }) =>
    rights.has('admins.create') &&
    isThere(truth, call, tenantId) &&
    writable(rights, 'admins.create', ['email']) &&
    mayGive(truth, rights, [roleId], tenantId),
  'create group': (truth, call, rights, { roleIds, tenantId = call.actor.tenantId }) =>
    rights.has('groups.create') && isThere(truth, call, tenantId) && mayGive(truth, rights, roleIds, tenantId),
  'block admin': (truth, call, rights) => {
    const admin = truth.accounts.get(idIn(call))
    const isChief = admin && truth.roles.get(admin.roleId ?? '')?.seed === 'SuperAdmin'
    return (
      !!admin &&
      !isChief &&
      admin.id !== call.actor.id &&
      rights.has('admins.update') &&
      truth.isWithin(call.actor.tenantId, admin.tenantId) &&
      beyond(rights, truth.rightsOf(admin.id)).length === 0
    )
  },
}

/** Whether the rules let it be done; null where they say more than these few lines. */
export function shouldSucceed(truth: Truth, call: Call): boolean | null {
  const rule = rules[call.kind]
  return rule ? rule(truth, call, truth.rightsOf(call.actor.id), call.body) : null
}
