import type { bin as table } from '../../sitemap/bin.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const bin: Loaders<typeof table> = {
  '/bin': () => import('./Bin.tsx'),
}
