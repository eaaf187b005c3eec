import type { audit as table } from '../../sitemap/audit.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const audit: Loaders<typeof table> = {
  '/audit': () => import('./Audit.tsx'),
}
