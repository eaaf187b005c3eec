import type { users as table } from '../../../console/src/sitemap/users.ts'
import type { Proofs } from './proof.ts'

export const users: Proofs<typeof table> = {}
