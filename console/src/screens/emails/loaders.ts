import type { emails as table } from '../../sitemap/emails.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const emails: Loaders<typeof table> = {
  '/emails': () => import('./Emails.tsx'),
  '/emails/compose': () => import('./compose/Compose.tsx'),
  '/emails/$id': () => import('./EmailPage.tsx'),
}
