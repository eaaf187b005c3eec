/**
 * Everything that can happen and be told. Audit log, security log, daily counts, and later webhooks and notifications all read
 * this list; adding an event is adding a row. `security`: always for the log, even where a tenant switched auditing off.
 * `account`: shown in the security log of the account that is its entity.
 */
export interface EventDefinition {
  readonly description: string
  readonly entity:
    | 'Admin'
    | 'User'
    | 'Tenant'
    | 'Role'
    | 'UserGroup'
    | 'Session'
    | 'Webhook'
    | 'Email'
    | 'MessageTemplate'
    | 'MenuItem'
    | 'Job'
    | 'File'
    | null
  readonly outcome: 'success' | 'failure' | 'denied'
  readonly security: boolean
  readonly account: boolean
}

const change = (entity: EventDefinition['entity'], description: string): EventDefinition => ({
  description,
  entity,
  outcome: 'success',
  security: false,
  account: false,
})
const sign = (description: string, outcome: EventDefinition['outcome'] = 'success'): EventDefinition => ({
  description,
  entity: 'Admin',
  outcome,
  security: true,
  account: true,
})

export const eventCatalog = {
  'auth.login.succeeded': sign('Somebody signed in'),
  'auth.login.failed': sign('A sign-in failed', 'failure'),
  'auth.workspaces.shown': sign('Somebody with the right password was shown the workspaces that it opens'),
  'auth.account.locked': sign('Too many failures locked an account', 'denied'),
  'auth.logout.succeeded': sign('Somebody signed out'),
  'auth.token.reuse_detected': sign('A used refresh token came back: its family was revoked', 'denied'),
  'auth.session.revoked': sign('A session was ended by its owner'),
  'auth.session.all_revoked': sign('All sessions were ended, by their owner or by an administrator'),
  'auth.reauthentication.failed': sign('A signed-in caller could not prove the password', 'failure'),
  'auth.two_factor.setup_started': sign('Two-factor set-up began'),
  'auth.two_factor.enabled': sign('Two-factor was switched on'),
  'auth.two_factor.disabled': sign('Two-factor was switched off'),
  'auth.two_factor.reset': sign('A second factor was taken away by an administrator'),
  'auth.two_factor.failed': sign('A two-factor code was wrong', 'failure'),
  'auth.two_factor.backup_code_used': sign('A backup code was used'),
  'auth.two_factor.backup_codes_regenerated': sign('Backup codes were made anew'),
  'auth.password.changed': sign('A password was changed by its owner'),
  'auth.password_reset.requested': sign('A password reset was asked for'),
  'auth.password_reset.verified': sign('A reset code or link was proved'),
  'auth.password_reset.completed': sign('A password was reset'),
  'auth.otp.sent': sign('A one-time code was sent'),
  'auth.otp.failed': sign('A one-time code was wrong', 'failure'),
  'auth.external_login.linked': sign('An external provider was linked to an account'),
  'auth.external_login.unlinked': sign('An external provider was unlinked from an account'),
  'auth.impersonation.started': sign('A SuperAdmin began to act as somebody else'),
  'auth.impersonation.stopped': sign('An impersonation ended'),
  'access.denied': { description: 'A request was refused', entity: null, outcome: 'denied', security: true, account: false },
  'access.rate_limited': {
    description: 'A client had more requests than it may have',
    entity: null,
    outcome: 'denied',
    security: true,
    account: false,
  },
  'service.superadmin_created': { ...change('Admin', 'The first start made the SuperAdmin'), security: true },
  'service.superadmin_reset': { ...sign('The SuperAdmin was given a new password on the command line') },
  'service.key_rotated': { ...change(null, 'A key was rotated'), security: true },
  'service.demo_began': { ...change(null, 'The command demo began to fill the database'), security: true },
  'service.demo_finished': { ...change(null, 'The command demo finished: what it made is whole'), security: true },
  'admin.created': change('Admin', 'An admin was created'),
  'admin.updated': change('Admin', 'An admin was changed'),
  'admin.blocked': change('Admin', 'An admin was blocked'),
  'admin.unblocked': change('Admin', 'A block of an admin was lifted'),
  'admin.unlocked': change('Admin', 'A lock after too many failures was lifted'),
  'admin.password_reset': sign('An admin was given a temporary password by another'),
  'admin.activated': change('Admin', 'An admin was activated'),
  'admin.deactivated': change('Admin', 'An admin was deactivated'),
  'admin.deleted': change('Admin', 'An admin was deleted'),
  'admin.protected': { ...change('Admin', 'An admin was protected'), security: true },
  'admin.unprotected': { ...change('Admin', 'The protection of an admin was lifted'), security: true },
  'admin.superadmin_transferred': sign('The SuperAdmin handed the role to another admin'),
  'user.registered': { ...change('User', 'An end user registered'), account: true },
  'user.created': change('User', 'A user was created'),
  'user.updated': change('User', 'A user was changed, activated or deactivated'),
  'user.blocked': change('User', 'A user was blocked'),
  'user.unblocked': change('User', 'A block of a user was lifted'),
  'user.unlocked': change('User', 'A lock of a user after too many failures was lifted'),
  'user.password_reset': { ...sign('A user was given a temporary password by an admin'), entity: 'User' },
  'user.deleted': change('User', 'A user was deleted'),
  'user.verified': { ...change('User', 'An end user proved an address or a number'), security: true, account: true },
  'tenant.created': change('Tenant', 'A tenant was created'),
  'tenant.updated': change('Tenant', 'A tenant was changed'),
  'tenant.activated': change('Tenant', 'A tenant became active'),
  'tenant.deactivated': change('Tenant', 'A tenant was switched off, suspended or cancelled'),
  'tenant.deleted': change('Tenant', 'A tenant was deleted'),
  'tenant.permissions_changed': change('Tenant', 'What a tenant is granted was changed'),
  'tenant.settings_changed': change('Tenant', 'The settings of a tenant were changed'),
  'tenant.domain_created': change('Tenant', 'A domain was claimed for a tenant'),
  'tenant.domain_deleted': change('Tenant', 'A domain of a tenant was deleted'),
  'tenant.domain_primary_changed': change('Tenant', 'Another domain of a tenant became its primary one'),
  'tenant.domain_verification_requested': change('Tenant', 'The check of a domain was asked for'),
  'tenant.domain_verified': change('Tenant', 'A domain was proved to be the tenant’s'),
  'tenant.domain_failed': { ...change('Tenant', 'A domain could not be proved, or no longer is'), outcome: 'failure' },
  'tenant.identity_provider_created': change('Tenant', 'A tenant was given an identity provider of its own'),
  'tenant.identity_provider_updated': change('Tenant', 'An identity provider of a tenant was changed'),
  'tenant.identity_provider_deleted': change('Tenant', 'An identity provider of a tenant was deleted'),
  'tenant.quota_near': change('Tenant', 'A quota of a tenant is nearly or wholly used up'),
  'audit.exported': { ...change(null, 'Entries of the audit log were handed out as a file'), security: true },
  'settings.updated': { ...change(null, 'Settings of the service were changed'), security: true },
  'settings.reset': { ...change(null, 'The settings of the service were put back to what they come with'), security: true },
  'job.retried': { ...change('Job', 'Dead work of the background was set going again'), security: true },
  'job.given_up': { ...change('Job', 'Dead work of the background was given up'), security: true },
  'job.finished': change(null, 'Bulk work on many records was finished'),
  'notification.sent': change(null, 'Accounts were sent a notification'),
  'entity.restored': change(null, 'A deleted record was restored'),
  'entity.purged': change(null, 'A deleted record was erased for ever'),
  'email.queued': change('Email', 'A mail was sent, or is to be'),
  'email.bulk_queued': change('Email', 'Mails were sent to many, or are to be'),
  'email.cancelled': change('Email', 'A mail that waited was cancelled, or all of a batch that did'),
  'email.requeued': change('Email', 'A mail that had failed is sent again'),
  'email.failed_many': { ...change(null, 'Many mails of a tenant failed by one cause'), outcome: 'failure' },
  'role.created': change('Role', 'A role was created'),
  'role.updated': change('Role', 'A role was changed'),
  'role.deleted': change('Role', 'A role was deleted'),
  'role.permissions_changed': change('Role', 'The permissions of a role were changed'),
  'template.created': change('MessageTemplate', 'A message template was created'),
  'template.updated': change('MessageTemplate', 'A message template was changed'),
  'template.deleted': change('MessageTemplate', 'A message template was deleted'),
  'menu.created': change('MenuItem', 'A menu item was created'),
  'menu.updated': change('MenuItem', 'A menu item was changed'),
  'menu.deleted': change('MenuItem', 'A menu item was deleted'),
  'menu.reordered': change('MenuItem', 'A menu item was put in another place'),
  'file.uploaded': change('File', 'A file was uploaded'),
  'file.deleted': change('File', 'A file was deleted'),
  'group.created': change('UserGroup', 'A user group was created'),
  'group.updated': change('UserGroup', 'A user group was changed'),
  'group.deleted': change('UserGroup', 'A user group was deleted'),
  'group.activated': change('UserGroup', 'A user group was activated'),
  'group.deactivated': change('UserGroup', 'A user group was deactivated'),
  'group.members_added': change('UserGroup', 'Admins were added to a user group'),
  'group.member_removed': change('UserGroup', 'An admin was taken out of a user group'),
  'group.roles_changed': change('UserGroup', 'The roles of a user group were changed'),
  'group.restrictions_changed': change('UserGroup', 'The field restrictions of a user group were changed'),
  'webhook.created': change('Webhook', 'A webhook was created'),
  'webhook.updated': change('Webhook', 'A webhook was changed'),
  'webhook.deleted': change('Webhook', 'A webhook was deleted'),
  'webhook.tested': change('Webhook', 'A test was sent to a webhook'),
  'webhook.replayed': change('Webhook', 'Deliveries of a webhook were sent again'),
  'webhook.secret_viewed': { ...change('Webhook', 'The secret of a webhook was shown'), security: true },
  'webhook.secret_rotated': { ...change('Webhook', 'A webhook was given another secret'), security: true },
  'webhook.disabled': change('Webhook', 'A webhook that failed for too long, or whose receiver is gone, was switched off'),
  'webhook.failing': { ...change('Webhook', 'A webhook has failed for a day'), outcome: 'failure' },
  'webhook.delivery_failed': { ...change('Webhook', 'A delivery of a webhook failed for good'), outcome: 'failure' },
} as const satisfies Record<string, EventDefinition>

export type EventName = keyof typeof eventCatalog
