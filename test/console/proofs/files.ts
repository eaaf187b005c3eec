import type { files as table } from '../../../console/src/sitemap/files.ts'
import { filesOf } from '../scenes/messages.ts'
import type { Proofs } from './proof.ts'

export const files: Proofs<typeof table> = {
  '/files': {
    async address(scene) {
      await filesOf(scene)
      return '/files?kind=text%2Fcsv%3B+charset%3Dutf-8'
    },
    ready: 'tr[data-row]',
    opens: ['tr[data-row] td b', '.head button', '.tools button'],
    tabs: [{ address: '/files?search=nothing-is-called-so', ready: '.table-box .nothing' }],
  },
}
