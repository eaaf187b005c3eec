import type { notifications as table } from '../../../console/src/sitemap/notifications.ts'
import { noticeOf } from '../scenes/messages.ts'
import type { Proofs } from './proof.ts'

export const notifications: Proofs<typeof table> = {
  '/notifications': {
    address: async (scene) => `/notifications?open=${await noticeOf(scene)}`,
    ready: 'aside.panel .facts',
    opens: ['tr[data-row] .act button', '.head button'],
  },
}
