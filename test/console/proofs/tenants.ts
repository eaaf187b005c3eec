import type { tenants as table } from '../../../console/src/sitemap/tenants.ts'
import type { Proofs, Tab } from './proof.ts'

const tab = (name: string, ready: string): Tab => ({
  address: ({ tenantId }) => `/tenants/${tenantId}/${name}`,
  ready: `.record-body ${ready}`,
})

export const tenants: Proofs<typeof table> = {
  '/tenants': { address: '/tenants', ready: '[role=row][data-row]', opens: ['[role=row][data-row] .tree-act button'] },
  '/tenants/$id/{-$tab}': {
    address: ({ tenantId }) => `/tenants/${tenantId}`,
    ready: '.record-body .tally',
    as: 'superAdmin',
    tabs: [
      tab('settings', '.setting-section'),
      { ...tab('branding', '.brand-halves'), clicks: ['.as-json summary'] },
      tab('domains', '.line-form'),
      tab('sign-in', '.narrow-body .section-head'),
      tab('permissions', '.matrix [data-right]'),
      tab('people', '.people li'),
      tab('audit', '.log li'),
    ],
  },
}
