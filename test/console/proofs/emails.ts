import type { emails as table } from '../../../console/src/sitemap/emails.ts'
import type { Proofs } from './proof.ts'

export const emails: Proofs<typeof table> = {
  '/emails': { address: '/emails', ready: 'tr[data-row], .nothing' },
}
