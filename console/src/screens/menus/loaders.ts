import type { menus as table } from '../../sitemap/menus.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const menus: Loaders<typeof table> = {
  '/menus': () => import('./Menus.tsx'),
}
