import type { roles as table } from '../../../console/src/sitemap/roles.ts'
import type { Proofs } from './proof.ts'

export const roles: Proofs<typeof table> = {}
