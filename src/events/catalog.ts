/**
 * Everything that can happen and be told. Audit log, security log, daily counts, and later webhooks and notifications all read
 * this list; adding an event is adding a row. `security`: always for the log, even where a tenant switched auditing off.
 * `account`: shown in the security log of the account that is its entity.
 */
export interface EventDefinition {
  readonly description: string
  readonly entity: 'Admin' | 'User' | 'Tenant' | 'Role' | 'UserGroup' | 'Session' | null
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
  'auth.account.locked': sign('Too many failures locked an account', 'denied'),
  'auth.logout.succeeded': sign('Somebody signed out'),
  'auth.token.reuse_detected': sign('A used refresh token came back: its family was revoked', 'denied'),
  'auth.session.revoked': sign('A session was ended by its owner'),
  'auth.session.all_revoked': sign('All sessions were ended by their owner'),
  'auth.reauthentication.failed': sign('A signed-in caller could not prove the password', 'failure'),
  'auth.two_factor.setup_started': sign('Two-factor set-up began'),
  'auth.two_factor.enabled': sign('Two-factor was switched on'),
  'auth.two_factor.disabled': sign('Two-factor was switched off'),
  'auth.two_factor.failed': sign('A two-factor code was wrong', 'failure'),
  'auth.two_factor.backup_code_used': sign('A backup code was used'),
  'auth.two_factor.backup_codes_regenerated': sign('Backup codes were made anew'),
  'auth.password.changed': sign('A password was changed by its owner'),
  'auth.password_reset.requested': sign('A password reset was asked for'),
  'auth.password_reset.verified': sign('A reset code or link was proved'),
  'auth.password_reset.completed': sign('A password was reset'),
  'auth.otp.failed': sign('A one-time code was wrong', 'failure'),
  'auth.impersonation.started': sign('A SuperAdmin began to act as somebody else'),
  'auth.impersonation.stopped': sign('An impersonation ended'),
  'access.denied': { description: 'A request was refused', entity: null, outcome: 'denied', security: true, account: false },
  'service.superadmin_created': { ...change('Admin', 'The first start made the SuperAdmin'), security: true },
  'service.superadmin_reset': { ...sign('The SuperAdmin was given a new password on the command line') },
  'service.key_rotated': { ...change(null, 'A key was rotated'), security: true },
  'admin.created': change('Admin', 'An admin was created'),
  'admin.updated': change('Admin', 'An admin was changed'),
  'admin.blocked': change('Admin', 'An admin was blocked'),
  'tenant.created': change('Tenant', 'A tenant was created'),
} as const satisfies Record<string, EventDefinition>

export type EventName = keyof typeof eventCatalog
