import type { me as table } from '../../../console/src/sitemap/me.ts'
import type { Proofs } from './proof.ts'

export const me: Proofs<typeof table> = {}
