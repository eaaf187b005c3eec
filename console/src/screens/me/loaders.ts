import type { me as table } from '../../sitemap/me.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const me: Loaders<typeof table> = {
  '/act-as/$id': () => import('./ActAs.tsx'),
}
