import type { security as table } from '../../../console/src/sitemap/security.ts'
import type { Proofs } from './proof.ts'

export const security: Proofs<typeof table> = {}
