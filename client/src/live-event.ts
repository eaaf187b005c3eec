import type { NotificationStreamEvent } from './operations.ts'

/** What the live stream tells. That a token ended is dealt with, and the end of the session ends the stream. */
export type LiveEvent = Exclude<NotificationStreamEvent, { event: 'token.expired' | 'session.revoked' }>
