import type { menus as table } from '../../../console/src/sitemap/menus.ts'
import { expectStatus } from '../../harness.ts'
import type { Proofs } from './proof.ts'

export const menus: Proofs<typeof table> = {
  '/menus': {
    address: '/menus',
    ready: '.menu-items li',
    as: 'superAdmin',
    opens: ['.head button', '.menu-items .row-acts button:nth-child(3)'],
    tabs: [
      {
        address: async ({ app }) => {
          const { items } = expectStatus(await app.get('/api/v1/roles?search=Viewer', { token: await app.superToken() }), 200).json
          return `/menus?as=${(items as { id: string }[])[0]?.id}`
        },
        ready: '.seen-as [role=status]:not(:empty)',
      },
    ],
  },
}
