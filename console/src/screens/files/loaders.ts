import type { files as table } from '../../sitemap/files.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const files: Loaders<typeof table> = {
  '/files': () => import('./Files.tsx'),
}
