import type { roles as table } from '../../../console/src/sitemap/roles.ts'
import { expectStatus } from '../../harness.ts'
import type { Scene } from '../scene.ts'
import type { Proofs } from './proof.ts'

const nothing = async ({ app, tenantId }: Scene) => {
  const token = await app.superToken()
  const { items } = expectStatus(await app.get(`/api/v1/Tenants/${tenantId}/roles`, { token }), 200).json
  return (items as { id: string; name: string }[]).find(({ name }) => name === 'Nothing')?.id
}

export const roles: Proofs<typeof table> = {
  '/roles': { address: '/roles', ready: 'tr[data-row]', opens: ['tr[data-row] .act button', '.head .mantine-Button-root'] },
  '/roles/$id': {
    address: async (scene) => `/roles/${await nothing(scene)}`,
    ready: '.matrix-grid [data-right]',
    opens: ['.record-acts button[aria-haspopup=menu]'],
  },
  '/roles/$id/holders': { address: async (scene) => `/roles/${await nothing(scene)}/holders`, ready: '.holders li' },
  '/permissions': { address: '/permissions', ready: '[data-right]', opens: ['[data-why]'] },
}
