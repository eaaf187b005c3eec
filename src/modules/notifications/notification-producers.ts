import type { PermissionName } from '#core/permissions.ts'
import type { FannedEvent } from '#events/fan-out-target.ts'
import type { Given, WordsName } from './notification-words.ts'
import type { Severity } from './notifications.filters.ts'

/** Whom an event is told: one account, or whoever holds a permission in the tenant of the event or in the one above it. */
export type Recipients = { readonly account: string | null } | { readonly holders: PermissionName; readonly of: 'tenant' | 'parent' }

/** What is made of one event. */
export interface Told {
  readonly type: string
  readonly severity: Severity
  readonly to: Recipients
  readonly words: WordsName
  /** What stands in the words: names of tenants and domains, hosts, numbers; never a person's. */
  readonly given?: Given
  /** Ids and numbers for programs. */
  readonly data?: Readonly<Record<string, unknown>>
  readonly link?: string
}

/** What tells an event's recipients of it; null where this one is no news. */
type Producer = (event: FannedEvent) => Told | null

/** Of an event about an account, to that account. */
const owner = (type: string, severity: Severity, words: WordsName, more: Partial<Told> = {}): Producer => {
  return ({ entityId }) => ({ type, severity, to: { account: entityId }, words, ...more })
}
const twoFactor = (severity: Severity, words: WordsName) => owner('auth.two_factor_changed', severity, words)

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const number = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/** @param byReason other words, by the reason that the event gives */
const webhook = (type: string, severity: Severity, words: WordsName, byReason: ReadonlyMap<unknown, WordsName> = new Map()): Producer => {
  return ({ entityId, data }) => ({
    type,
    severity,
    to: { holders: 'webhooks.update', of: 'tenant' },
    words: byReason.get(data.reason) ?? words,
    given: { host: text(data.host), event: text(data.event) },
    data: { webhookId: entityId, host: text(data.host) },
    link: `/webhooks/${entityId}`,
  })
}

const domain = (type: string, severity: Severity, words: WordsName): Producer => {
  return ({ tenantId, entityName, data }) => ({
    type,
    severity,
    to: { holders: 'tenants.update', of: 'tenant' },
    words,
    given: { domain: text(data.domainName), tenant: entityName },
    data: { domainId: data.domainId, domainName: data.domainName, tenantId },
    link: `/tenants/${tenantId}`,
  })
}

const quota: Producer = ({ tenantId, entityName, data }) => ({
  type: 'tenant.quota_near',
  severity: data.percent === 100 ? 'critical' : 'warning',
  to: { holders: 'tenants.update', of: 'tenant' },
  words: data.percent === 100 ? 'quotaFull' : 'quotaNear',
  given: { tenant: entityName, quota: text(data.quota), used: number(data.used), limit: number(data.limit) },
  data: { quota: data.quota, used: data.used, limit: data.limit, percent: data.percent },
  link: `/tenants/${tenantId}`,
})

/**
 * Every event that somebody is told of, by its name; some are emitted by parts that may not be there. A new sign-in is not among them:
 * `new-sign-ins.ts` has to say which sign-in is one.
 */
export const producers: Readonly<Record<string, Producer>> = {
  'auth.password.changed': owner('auth.password_changed', 'warning', 'passwordChanged'),
  'auth.password_reset.completed': owner('auth.password_changed', 'warning', 'passwordChanged'),
  'admin.password_reset': owner('auth.password_changed', 'warning', 'passwordGiven'),
  'user.password_reset': owner('auth.password_changed', 'warning', 'passwordGiven'),
  'auth.two_factor.enabled': twoFactor('success', 'twoFactorOn'),
  'auth.two_factor.disabled': twoFactor('warning', 'twoFactorOff'),
  'auth.two_factor.reset': twoFactor('warning', 'twoFactorReset'),
  'auth.two_factor.backup_codes_regenerated': twoFactor('info', 'backupCodesRenewed'),
  'auth.two_factor.backup_code_used': twoFactor('info', 'backupCodeUsed'),
  'auth.impersonation.started': owner('auth.impersonated', 'warning', 'impersonated'),
  'auth.token.reuse_detected': owner('auth.session_theft', 'critical', 'sessionTheft'),
  'auth.account.locked': ({ entityId, data }) => ({
    type: 'account.locked',
    severity: 'critical',
    to: { account: entityId },
    words: 'accountLocked',
    given: { until: text(data.lockoutEnd)?.slice(0, 16).replace('T', ' ').concat(' UTC') },
    data: { lockoutEnd: data.lockoutEnd },
  }),
  'admin.updated': ({ entityId, changes }) =>
    'roleId' in changes ? { type: 'role.changed', severity: 'info', to: { account: entityId }, words: 'roleChanged' } : null,
  'admin.superadmin_transferred': owner('role.changed', 'warning', 'roleChanged'),
  'tenant.deactivated': ({ tenantId, entityName, changes }) =>
    changes.status?.after === 'Suspended'
      ? {
          type: 'tenant.suspended',
          severity: 'warning',
          to: { holders: 'tenants.update', of: 'parent' },
          words: 'tenantSuspended',
          given: { tenant: entityName },
          data: { tenantId },
          link: `/tenants/${tenantId}`,
        }
      : null,
  'tenant.domain_verified': domain('tenant.domain_verified', 'success', 'domainVerified'),
  'tenant.domain_failed': domain('tenant.domain_failed', 'warning', 'domainFailed'),
  'tenant.quota_near': quota,
  'webhook.delivery_failed': webhook(
    'webhook.delivery_failed',
    'warning',
    'deliveryFailed',
    new Map([
      ['fields_restricted', 'deliveryRestricted'],
      ['attempt_lost', 'deliveryLost'],
    ]),
  ),
  'webhook.failing': webhook('webhook.failing', 'warning', 'webhookFailing'),
  'webhook.disabled': webhook('webhook.disabled', 'critical', 'webhookDisabled', new Map([['gone', 'webhookGone']])),
  'email.failed_many': ({ data }) => ({
    type: 'email.failed_many',
    severity: 'warning',
    to: { holders: 'emails.view', of: 'tenant' },
    words: 'emailsFailed',
    given: { failed: number(data.failed), cause: text(data.errorCode) },
    data: { failed: data.failed, errorCode: data.errorCode },
    link: '/emails',
  }),
  'job.finished': ({ actorId, data }) => ({
    type: 'job.finished',
    severity: 'success',
    to: { account: actorId },
    words: 'jobFinished',
    given: { affected: number(data.affected), skipped: number(data.skipped) || null },
    data: { operation: data.operation, affected: data.affected, skipped: data.skipped },
  }),
}
