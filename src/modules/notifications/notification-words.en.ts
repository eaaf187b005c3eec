/** What one notification says: sentences with `{name}` where a value stands; a sentence in `[ ]` is left out where a value of it is missing. */
export interface Words {
  readonly title: string
  readonly body: string
}

const notYou = 'If this was not you, change your password now and tell your administrator.'

export const englishWords = {
  newSignIn: { title: 'New sign-in', body: `Your account was signed in to with {device}[, from {ip}]. ${notYou}` },
  passwordChanged: { title: 'Your password was changed', body: `The password of your account was changed. ${notYou}` },
  passwordGiven: {
    title: 'You were given a temporary password',
    body: 'An administrator gave your account a temporary password. You choose your own at the next sign-in.',
  },
  twoFactorOn: { title: 'Two-factor authentication is on', body: `Two-factor authentication of your account was switched on. ${notYou}` },
  twoFactorOff: {
    title: 'Two-factor authentication is off',
    body: `Two-factor authentication of your account was switched off. ${notYou}`,
  },
  twoFactorReset: {
    title: 'Two-factor authentication was reset',
    body: 'An administrator took away the second factor of your account.',
  },
  backupCodesRenewed: {
    title: 'New backup codes',
    body: `The backup codes of your account were made anew; the old ones are void. ${notYou}`,
  },
  backupCodeUsed: { title: 'A backup code was used', body: `Your account was signed in to with one of your backup codes. ${notYou}` },
  impersonated: {
    title: 'Somebody acted as you',
    body: 'The super administrator began to act with your account. All of it stands in the audit log.',
  },
  sessionTheft: {
    title: 'A session was ended',
    body: 'A sign-in token of yours was used twice, so its session was ended. It may have been copied: check your sessions.',
  },
  accountLocked: {
    title: 'Your account was locked',
    body: 'There were too many failed attempts to sign in.[ It can be used again after {until}.] If it was not you who tried, somebody may be guessing your password.',
  },
  roleChanged: { title: 'Your role was changed', body: 'You have another role now. What you may do has changed with it.' },
  tenantSuspended: { title: 'A tenant was suspended', body: '{tenant} was suspended, with all that is below it.' },
  domainVerified: { title: 'Domain verified', body: 'The domain {domain} of {tenant} is verified.' },
  domainFailed: {
    title: 'Domain not verified',
    body: 'The domain {domain} of {tenant} could not be verified, or no longer is. Check its DNS record.',
  },
  quotaNear: { title: 'A quota is nearly used up', body: '{tenant} has used {used} of {limit} ({quota}).' },
  quotaFull: { title: 'A quota is used up', body: '{tenant} has used all {limit} ({quota}). No more can be made.' },
  deliveryFailed: { title: 'A webhook delivery failed', body: 'A delivery[ of {event}][ to {host}] failed at all its attempts.' },
  deliveryRestricted: {
    title: 'A webhook delivery was not sent',
    body: 'A delivery[ of {event}][ to {host}] was given up unsent: it holds fields that the webhook may no longer tell.',
  },
  deliveryLost: {
    title: 'A webhook delivery was given up',
    body: 'A delivery[ of {event}][ to {host}] was given up: each time the service stopped before it was done with it.',
  },
  webhookFailing: {
    title: 'A webhook keeps failing',
    body: 'Deliveries[ to {host}] have failed for a day. If that goes on, the webhook is switched off.',
  },
  webhookDisabled: {
    title: 'A webhook was switched off',
    body: 'Deliveries[ to {host}] kept failing, so the webhook was switched off. Events are no longer sent to it.',
  },
  webhookGone: {
    title: 'A webhook was switched off',
    body: 'The receiver[ at {host}] answered that it is gone for good (410), so the webhook was switched off. Events are no longer sent to it.',
  },
  emailsFailed: { title: 'Many e-mails failed', body: '{failed} e-mails could not be delivered within an hour[ ({cause})].' },
  jobFinished: { title: 'Bulk work is done', body: '{affected} records were changed.[ {skipped} were left out.]' },
} as const satisfies Record<string, Words>
