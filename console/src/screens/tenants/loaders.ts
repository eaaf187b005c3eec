import type { tenants as table } from '../../sitemap/tenants.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const tenants: Loaders<typeof table> = {
  '/tenants': () => import('./Tenants.tsx'),
  '/tenants/$id/{-$tab}': () => import('./TenantPage.tsx'),
}
