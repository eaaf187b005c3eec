import { type PermissionName, permissionByName, permissionNames } from '#core/permissions.ts'
import type { Level } from './tenant-plan.ts'

const without = (...patterns: RegExp[]) =>
  permissionNames.filter((name) => !name.startsWith('settings.') && !patterns.some((pattern) => pattern.test(name)))

/** What each level is granted by the one above it; a reseller everything that a tenant can be. */
const granted: Readonly<Record<Level, readonly PermissionName[]>> = {
  reseller: without(),
  country: without(/^menus\./, /^webhooks\.delete$/),
  franchise: without(/^menus\./, /^webhooks\./, /^emails\.external$/, /^templates\.(create|delete)$/),
  shop: without(/^menus\./, /^webhooks\./, /^emails\./, /^templates\./, /^recyclebin\.delete$/, /^audit\.export$/),
  branch: [
    ...(['admins.view', 'admins.update', 'users.view', 'users.update', 'groups.view', 'groups.update'] as const),
    ...(['roles.view', 'audit.view', 'dashboard.view', 'files.view'] as const),
  ],
}

/** The body of `PUT /Tenants/{id}/permissions`: some branches may see nobody's telephone number, whatever their roles say. */
export function grantOf(level: Level, isRestricted: boolean): { permissionIds: string[]; restrictedFields: Record<string, string[]> } {
  const restricted = level === 'branch' && isRestricted
  return {
    permissionIds: idsOf(granted[level]),
    restrictedFields: restricted ? fieldsOf({ 'admins.view': ['phoneNumber'], 'users.view': ['email', 'phoneNumber'] }) : {},
  }
}

interface RolePlan {
  readonly name: string
  readonly description: string
  readonly permissions: readonly PermissionName[]
  readonly restricted: { readonly [P in PermissionName]?: string[] }
}

const helpdesk: RolePlan = {
  name: 'Helpdesk',
  description: 'Helps people without seeing where they live',
  permissions: ['admins.view', 'groups.view', 'roles.view', 'dashboard.view'],
  restricted: { 'admins.view': ['email', 'phoneNumber'] },
}
const peopleOffice: RolePlan = {
  name: 'People office',
  description: 'Hires, moves and blocks',
  permissions: ['admins.view', 'admins.create', 'admins.update', 'groups.view', 'groups.update', 'roles.view'],
  restricted: {},
}
const auditor: RolePlan = {
  name: 'Auditor',
  description: 'Reads the log',
  permissions: ['audit.view', 'admins.view', 'tenants.view', 'dashboard.view'],
  restricted: { 'admins.view': ['phoneNumber'] },
}
const frontDesk: RolePlan = {
  name: 'Front desk',
  description: 'Knows colleagues by name alone',
  permissions: ['admins.view', 'groups.view', 'dashboard.view'],
  restricted: { 'admins.view': ['email', 'phoneNumber'] },
}

/** The roles that a tenant makes for itself. */
export const rolesOfLevel: Readonly<Record<Level, readonly RolePlan[]>> = {
  reseller: [helpdesk, peopleOffice, auditor],
  country: [helpdesk, peopleOffice, auditor],
  franchise: [helpdesk, peopleOffice],
  shop: [helpdesk],
  branch: [frontDesk],
}

export const roleBody = ({ name, description, permissions, restricted }: RolePlan) => ({
  name,
  description,
  permissionIds: idsOf(permissions),
  restrictedFields: fieldsOf(restricted),
})

const idsOf = (names: readonly PermissionName[]): string[] => names.map((name) => permissionByName(name)!.id)

const fieldsOf = (restricted: RolePlan['restricted']): Record<string, string[]> =>
  Object.fromEntries(Object.entries(restricted).map(([name, fields]) => [permissionByName(name)!.id, fields]))
