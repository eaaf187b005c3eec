import type { FannedEvent } from '#events/fan-out-target.ts'
import * as account from './account.tellings.ts'
import type { EventFacts } from './event-facts.ts'
import { failedSignIn, lockedAccount } from './sign-in.tellings.ts'
import { entity, type Telling } from './telling.ts'
import * as tenant from './tenant.tellings.ts'

type Tellings = readonly Telling[]
type Rule = Tellings | ((facts: EventFacts) => Tellings)

const { becomes, changedAccount } = account

const updated = changedAccount()
const unlocked = changedAccount(becomes('isLockedOut', true, false))
const twoFactor = {
  on: changedAccount(becomes('twoFactorEnabled', false, true)),
  off: changedAccount(becomes('twoFactorEnabled', true, false)),
}
const provedByMail = account.verifiedUser(() => 'email')

const ids = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])

/** As the catalogue of webhooks names what our events tell: those without a name of their own go out as the nearest. */
const rules: Readonly<Record<string, Rule>> = {
  'admin.created': account.newAdmin,
  'admin.updated': updated,
  'admin.blocked': account.blockedAdmin,
  'admin.unblocked': updated,
  'admin.unlocked': unlocked,
  'admin.activated': updated,
  'admin.deactivated': updated,
  'admin.protected': updated,
  'admin.unprotected': updated,
  'admin.superadmin_transferred': updated,
  'admin.deleted': account.deletedAdmin,
  'user.registered': account.newUser,
  'user.created': account.newUser,
  'user.updated': updated,
  'user.blocked': updated,
  'user.unblocked': updated,
  'user.unlocked': unlocked,
  'user.deleted': account.deletedUser,
  'user.verified': account.verifiedUser(({ data }) => String(data.verificationType)),
  // a code or a password that came by mail proves the address as well
  'auth.password_reset.completed': ({ data }) => (data.addressProved === true ? provedByMail : []),
  'auth.login.succeeded': ({ data }) => (data.addressProved === true ? provedByMail : []),
  'auth.two_factor.enabled': twoFactor.on,
  'auth.two_factor.disabled': twoFactor.off,
  'auth.two_factor.reset': twoFactor.off,
  'auth.login.failed': failedSignIn,
  'auth.account.locked': lockedAccount,
  'tenant.created': tenant.newTenant,
  'tenant.settings_changed': tenant.changedSettings,
  'tenant.activated': [entity('entity.updated')],
  'tenant.deactivated': tenant.shutTenant,
  'tenant.deleted': tenant.deletedTenant,
  'tenant.permissions_changed': [entity('entity.updated')],
  'tenant.domain_created': tenant.domains.created,
  'tenant.domain_deleted': tenant.domains.deleted,
  'tenant.domain_primary_changed': tenant.domains.primary,
  'tenant.domain_verification_requested': tenant.domains.becomes('pending'),
  'tenant.domain_verified': tenant.domains.becomes('verified'),
  'tenant.domain_failed': tenant.domains.becomes('failed'),
  'tenant.identity_provider_created': tenant.providers.created,
  'tenant.identity_provider_updated': tenant.providers.updated,
  'tenant.identity_provider_deleted': tenant.providers.deleted,
  'role.permissions_changed': tenant.changedPermissions,
  'group.activated': [entity('entity.updated')],
  'group.deactivated': [entity('entity.updated')],
  'group.members_added': [entity('entity.updated', ({ data }) => ({ adminIds: { before: [], after: ids(data.adminIds) } }))],
  'group.member_removed': [entity('entity.updated', ({ data }) => ({ adminIds: { before: ids(data.adminId), after: [] } }))],
  'group.roles_changed': [entity('entity.updated')],
  'group.restrictions_changed': [entity('entity.updated')],
  // of no record, and of nobody's tenant
  'settings.updated': [],
  'menu.reordered': [entity('entity.updated')],
  'file.uploaded': [entity('entity.created')],
  'webhook.disabled': [entity('entity.updated', () => ({ isActive: { before: true, after: false } }))],
  'entity.restored': account.restored,
  // told a second time, for whoever keeps a copy must erase it now
  'entity.purged': [entity('entity.deleted', ({ event }) => ({ purgedAt: { before: null, after: event.createdAt.toISOString() } }))],
}

/** Records of any other kind that are created, changed or deleted: their events are named alike. */
const byEnding: Readonly<Record<string, Tellings>> = {
  created: [entity('entity.created')],
  updated: [entity('entity.updated')],
  deleted: [entity('entity.deleted')],
}
const endingOf = (type: string) => /^[a-z_]+\.(created|updated|deleted)$/.exec(type)?.[1]

function ruleOf(type: string): Rule | undefined {
  const ending = endingOf(type)
  return rules[type] ?? (ending === undefined ? undefined : byEnding[ending])
}

/** Whether an event of this type can be told by webhooks at all. */
export const isTold = (type: string): boolean => ruleOf(type) !== undefined

/** Every name under which events of a type may be told, for the page of events. */
export function namesTold(type: string): string[] {
  const rule = ruleOf(type)
  if (typeof rule !== 'function') return (rule ?? []).map(({ name }) => name)
  // of either kind of account, and of other records; with all that a rule looks at
  const each = ['Admin', 'User', 'Tenant'].flatMap((entityType) =>
    rule({ event: { type, entityType } as FannedEvent, data: { addressProved: true }, changes: {}, ip: undefined }),
  )
  return [...new Set(each.map(({ name }) => name))]
}

/** The names under which an event is told, each with the body's `data`; nothing where it is none of anybody's. */
export function tellingsOf(facts: EventFacts): Tellings {
  const rule = ruleOf(facts.event.type)
  if (rule === undefined) return []
  return typeof rule === 'function' ? rule(facts) : rule
}
