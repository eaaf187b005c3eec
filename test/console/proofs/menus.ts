import type { menus as table } from '../../../console/src/sitemap/menus.ts'
import type { Proofs } from './proof.ts'

export const menus: Proofs<typeof table> = {
  '/menus': {
    address: '/menus',
    ready: '.menu-items li',
    as: 'superAdmin',
    opens: ['.head button', '.menu-items .row-acts button:nth-child(3)'],
  },
}
