import type { roles as table } from '../../sitemap/roles.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const roles: Loaders<typeof table> = {
  '/roles': () => import('./Roles.tsx'),
  '/roles/$id': () => import('./RolePage.tsx'),
  '/roles/$id/holders': () => import('./RoleHolders.tsx'),
  '/permissions': () => import('./Permissions.tsx'),
}
