import type { notifications as table } from '../../sitemap/notifications.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const notifications: Loaders<typeof table> = {
  '/notifications': () => import('./Notifications.tsx'),
}
