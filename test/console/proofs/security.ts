import type { security as table } from '../../../console/src/sitemap/security.ts'
import type { Proofs } from './proof.ts'

export const security: Proofs<typeof table> = {
  // cards of five questions, each asked for alone, and the start
  '/security': { address: '/security?days=7', ready: '.bars svg', requests: 6 },
}
