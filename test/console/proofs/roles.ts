import type { roles as table } from '../../../console/src/sitemap/roles.ts'
import { expectStatus } from '../../harness.ts'
import type { Proofs } from './proof.ts'

export const roles: Proofs<typeof table> = {
  '/roles': { address: '/roles', ready: 'tr[data-row]', opens: ['tr[data-row] .act button', '.head .mantine-Button-root'] },
  '/roles/$id': {
    address: async ({ app, tenantId }) => {
      const token = await app.superToken()
      const { items } = expectStatus(await app.get(`/api/v1/Tenants/${tenantId}/roles`, { token }), 200).json
      return `/roles/${(items as { id: string; name: string }[]).find(({ name }) => name === 'Nothing')?.id}`
    },
    ready: '.matrix-grid [data-right]',
    opens: ['.head-acts button[aria-haspopup=menu]'],
  },
}
