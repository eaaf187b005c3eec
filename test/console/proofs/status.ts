import type { status as table } from '../../../console/src/sitemap/status.ts'
import type { Proofs } from './proof.ts'

export const status: Proofs<typeof table> = {
  '/status': { address: '/status', ready: '.checks li', as: 'superAdmin' },
}
