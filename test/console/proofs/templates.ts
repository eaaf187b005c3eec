import type { templates as table } from '../../../console/src/sitemap/templates.ts'
import type { Proofs } from './proof.ts'

export const templates: Proofs<typeof table> = {}
