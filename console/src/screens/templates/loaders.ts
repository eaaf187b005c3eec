import type { templates as table } from '../../sitemap/templates.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const templates: Loaders<typeof table> = {
  '/templates': () => import('./Templates.tsx'),
  '/templates/$id': () => import('./Template.tsx'),
}
