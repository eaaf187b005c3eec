import type { groups as table } from '../../../console/src/sitemap/groups.ts'
import { groupOf } from '../scenes/people.ts'
import type { Proofs } from './proof.ts'

export const groups: Proofs<typeof table> = {
  '/groups': {
    async address(scene) {
      await groupOf(scene)
      return '/groups?sort=nameEn'
    },
    ready: 'tr[data-row]',
    opens: ['tr[data-row] .act button'],
  },
  '/groups/$id': {
    address: async (scene) => `/groups/${await groupOf(scene)}`,
    ready: '.members .fields',
    opens: ['.record-acts button:last-child', '.record-acts button:first-child'],
  },
}
