import type { users as table } from '../../../console/src/sitemap/users.ts'
import { withUsers } from '../scenes/people.ts'
import type { Proofs } from './proof.ts'

export const users: Proofs<typeof table> = {
  '/users': {
    async address(scene) {
      await withUsers(scene)
      return '/users?sort=firstName'
    },
    ready: 'tr[data-row]',
    opens: ['tr[data-row] .act button', 'tr[data-row] td[data-col=status]'],
  },
  '/users/import': { address: '/users/import', ready: '.import-drop', asksNothing: true },
}
