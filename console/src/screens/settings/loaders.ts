import type { settings as table } from '../../sitemap/settings.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const settings: Loaders<typeof table> = {
  '/settings': () => import('./Settings.tsx'),
}
