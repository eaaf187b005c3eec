import type { templates as table } from '../../../console/src/sitemap/templates.ts'
import { templateOf } from '../scenes/messages.ts'
import type { Proofs } from './proof.ts'

export const templates: Proofs<typeof table> = {
  '/templates': { address: '/templates', ready: 'tr[data-row]', opens: ['tr[data-row] .act button'] },
  '/templates/$id': {
    address: async (scene) => `/templates/${await templateOf(scene)}`,
    ready: '.cm-content',
    opens: ['.record-acts button:last-child'],
  },
}
