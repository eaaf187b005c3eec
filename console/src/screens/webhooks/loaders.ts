import type { webhooks as table } from '../../sitemap/webhooks.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const webhooks: Loaders<typeof table> = {
  '/webhooks': () => import('./Webhooks.tsx'),
  '/webhooks/events': () => import('./EventTypes.tsx'),
  '/webhooks/$id/$tab': () => import('./Webhook.tsx'),
}
