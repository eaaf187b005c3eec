import type { groups as table } from '../../sitemap/groups.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const groups: Loaders<typeof table> = {
  '/groups': () => import('./Groups.tsx'),
  '/groups/$id': () => import('./GroupPage.tsx'),
}
