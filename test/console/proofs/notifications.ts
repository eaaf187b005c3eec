import type { notifications as table } from '../../../console/src/sitemap/notifications.ts'
import type { Proofs } from './proof.ts'

export const notifications: Proofs<typeof table> = {}
