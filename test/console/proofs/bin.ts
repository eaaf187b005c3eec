import type { bin as table } from '../../../console/src/sitemap/bin.ts'
import { expectStatus } from '../../harness.ts'
import type { Proofs } from './proof.ts'

export const bin: Proofs<typeof table> = {
  '/bin': {
    address: async ({ app, tenantId }) => {
      const token = await app.superToken()
      const { id } = expectStatus(await app.post('/api/v1/roles', { name: `Gone ${Date.now()}`, tenantId }, { token }), 201).json
      expectStatus(await app.request('DELETE', `/api/v1/roles/${id}`, { token }), 204)
      return '/bin?kind=Role'
    },
    ready: 'tr[data-row]',
    opens: ['tr[data-row] .act button'],
  },
}
