/** What the screens of mails know of one. */
import type { Reply } from '../../api/client.ts'
import type { MarkLook } from '../../ui/shown/Mark.tsx'

export type Email = Reply<'listEmails'>['items'][number]
export type EmailDetail = Reply<'getEmail'>

export const emailStates = ['queued', 'scheduled', 'sent', 'failed', 'cancelled'] as const

export const emailLooks: Readonly<Record<Email['status'], MarkLook>> = {
  queued: { icon: 'clock', tone: 'blue' },
  scheduled: { icon: 'clock', tone: 'grey' },
  sent: { icon: 'active', tone: 'green', isQuiet: true },
  failed: { icon: 'failed', tone: 'red' },
  cancelled: { icon: 'inactive', tone: 'grey' },
}

/** Its subject; where that is hidden, the template that wrote it. */
export const nameOf = ({ subject, templateName }: Pick<Email, 'subject' | 'templateName'>): string => subject ?? templateName

/** Mails of the service about accounts are neither cancelled nor sent again. */
export const isOfAdmins = ({ templateId, maxAttempts }: Pick<Email, 'templateId' | 'maxAttempts'>): boolean =>
  templateId !== null && maxAttempts !== null
