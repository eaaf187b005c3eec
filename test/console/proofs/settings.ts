import type { settings as table } from '../../../console/src/sitemap/settings.ts'
import type { Proofs } from './proof.ts'

export const settings: Proofs<typeof table> = {
  '/settings': { address: '/settings?part=rateLimits', ready: '.setting', as: 'superAdmin', opens: ['.head button'] },
}
