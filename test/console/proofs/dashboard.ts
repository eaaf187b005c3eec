import type { dashboard as table } from '../../../console/src/sitemap/dashboard.ts'
import type { Proofs } from './proof.ts'

export const dashboard: Proofs<typeof table> = {
  // six cards, each asked for alone, and the start
  '/': { address: '/?days=7', ready: '.bars svg', requests: 7 },
}
