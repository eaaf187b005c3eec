import type { groups as table } from '../../../console/src/sitemap/groups.ts'
import type { Proofs } from './proof.ts'

export const groups: Proofs<typeof table> = {}
