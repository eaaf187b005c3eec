import type { security as table } from '../../sitemap/security.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const security: Loaders<typeof table> = {
  '/security': () => import('./Security.tsx'),
}
