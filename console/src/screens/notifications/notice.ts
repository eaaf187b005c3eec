/** What the screen of notifications knows of one. */
import type { Key } from '../../i18n/en.ts'
import type { Notice } from '../../shell/notices.ts'
import type { MarkLook } from '../../ui/shown/Mark.tsx'

export type { Notice }

export const severities = ['info', 'success', 'warning', 'critical'] as const
export type Severity = (typeof severities)[number]

export const severityLooks: Readonly<Record<Severity, MarkLook>> = {
  info: { icon: 'info', tone: 'blue' },
  success: { icon: 'active', tone: 'green', isQuiet: true },
  warning: { icon: 'alert', tone: 'amber' },
  critical: { icon: 'failed', tone: 'red' },
}

/** What they are about, as far as it has words. */
const types = [
  'auth.new_sign_in',
  'auth.password_changed',
  'auth.two_factor_changed',
  'auth.impersonated',
  'auth.session_theft',
  'account.locked',
  'role.changed',
  'tenant.suspended',
  'tenant.domain_verified',
  'tenant.domain_failed',
  'tenant.quota_near',
  'webhook.delivery_failed',
  'webhook.failing',
  'webhook.disabled',
  'email.failed_many',
  'job.finished',
  'message',
] as const
type Type = (typeof types)[number]

export const knownTypes: readonly Type[] = types
const isKnown = (type: string): type is Type => (types as readonly string[]).includes(type)

/** Text of a kind; null for one that is younger than this console. */
export const titleOf = (type: string): Key | null => (isKnown(type) ? `notifications.type.${type}` : null)
