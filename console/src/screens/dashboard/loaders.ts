import type { dashboard as table } from '../../sitemap/dashboard.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const dashboard: Loaders<typeof table> = {
  '/': () => import('./Dashboard.tsx'),
}
