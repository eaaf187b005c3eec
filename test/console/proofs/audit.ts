import type { audit as table } from '../../../console/src/sitemap/audit.ts'
import type { Proofs } from './proof.ts'

export const audit: Proofs<typeof table> = {
  '/audit': { address: '/audit?outcome=success', ready: 'tr[data-row]', opens: ['[data-act=export]', '[data-act=seals]'] },
}
