import type { webhooks as table } from '../../../console/src/sitemap/webhooks.ts'
import type { Proofs } from './proof.ts'

export const webhooks: Proofs<typeof table> = {}
