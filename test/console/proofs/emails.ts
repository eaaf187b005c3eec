import type { emails as table } from '../../../console/src/sitemap/emails.ts'
import { mailOf, templateOf } from '../scenes/messages.ts'
import type { Proofs } from './proof.ts'

export const emails: Proofs<typeof table> = {
  '/emails': { address: '/emails', ready: 'tr[data-row], .nothing', opens: ['.mail-stats button:has(svg)'] },
  '/emails/compose': {
    address: async (scene) => `/emails/compose?template=${await templateOf(scene)}`,
    ready: 'iframe.mail-preview',
  },
  '/emails/$id': { address: async (scene) => `/emails/${await mailOf(scene)}`, ready: '.facts' },
}
