import type { menus as table } from '../../../console/src/sitemap/menus.ts'
import type { Proofs } from './proof.ts'

export const menus: Proofs<typeof table> = {}
