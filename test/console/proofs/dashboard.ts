import type { dashboard as table } from '../../../console/src/sitemap/dashboard.ts'
import type { Proofs } from './proof.ts'

export const dashboard: Proofs<typeof table> = {}
