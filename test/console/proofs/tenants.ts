import type { tenants as table } from '../../../console/src/sitemap/tenants.ts'
import type { Proofs } from './proof.ts'

export const tenants: Proofs<typeof table> = {
  '/tenants': { address: '/tenants', ready: '[role=row][data-row]', opens: ['[role=row][data-row] .tree-act button'] },
  '/tenants/$id/{-$tab}': { address: ({ tenantId }) => `/tenants/${tenantId}`, ready: '.record-body .tally', as: 'superAdmin' },
}
