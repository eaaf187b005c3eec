import type { users as table } from '../../sitemap/users.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const users: Loaders<typeof table> = {
  '/users': () => import('./Users.tsx'),
  '/users/import': () => import('./Import.tsx'),
}
