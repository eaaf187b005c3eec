import type { bin as table } from '../../../console/src/sitemap/bin.ts'
import type { Proofs } from './proof.ts'

export const bin: Proofs<typeof table> = {}
