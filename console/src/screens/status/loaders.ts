import type { status as table } from '../../sitemap/status.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const status: Loaders<typeof table> = {
  '/status': () => import('./Status.tsx'),
}
