import type { admins as table } from '../../sitemap/admins.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const admins: Loaders<typeof table> = {
  '/admins': () => import('./Admins.tsx'),
}
