import type { admins as table } from '../../../console/src/sitemap/admins.ts'
import type { Proofs } from './proof.ts'

export const admins: Proofs<typeof table> = {
  '/admins': { address: '/admins?sort=firstName', ready: 'tr[data-row]', opens: ['tr[data-row] .act button'] },
}
