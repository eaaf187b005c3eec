import {
  budget,
  choice,
  flag,
  name,
  nameServers,
  optional,
  origin,
  origins,
  setting,
  sharedSecret,
  waits,
  webAddress,
  whole,
} from './setting.ts'

/** What this process itself does: names, limits, what is kept how long, what is switched on. */

export const general = {
  serviceName: setting(name(60, ':'), 'Tenantry', {
    variable: 'SERVICE_NAME',
    description: 'Name shown in mails and authenticator apps.',
  }),
  publicUrl: optional(origin(), {
    variable: 'PUBLIC_URL',
    isSuperAdminOnly: true,
    presetText: 'http://127.0.0.1:PORT',
    description: 'Address by which people reach the service, used in links.',
  }),
  passwordResetUrl: optional(webAddress(), {
    variable: 'PASSWORD_RESET_URL',
    isSuperAdminOnly: true,
    presetText: 'PUBLIC_URL/reset-password',
    description:
      'Page that mailed reset links open, the token in the fragment. Once set, mails with a code for an end user have no link to /account.',
  }),
  corsOrigins: setting(origins(), [], {
    variable: 'CORS_ORIGINS',
    isSuperAdminOnly: true,
    description: 'Comma list of web origins whose pages may call the service.',
  }),
  dnsServers: setting(nameServers(), [], {
    variable: 'DNS_SERVERS',
    isSuperAdminOnly: true,
    presetText: "the system's",
    description: 'Comma list of ip or ip:port of the DNS servers that are asked for proofs of domains and for the hosts of issuers.',
  }),
  logLevel: setting(choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'info', {
    variable: 'LOG_LEVEL',
    description: 'Least severe entries that are logged.',
  }),
  logRequests: setting(choice('on', 'errors', 'off'), 'errors', {
    variable: 'LOG_REQUESTS',
    description: 'on: a line for each request; errors: for those refused or failed, floods aside; off: for faults (500, 503) alone.',
  }),
  metricsToken: optional(sharedSecret(16), {
    variable: 'METRICS_TOKEN',
    isSecret: true,
    presetText: 'off',
    description: 'Bearer token that opens /metrics, 16 bytes or more.',
  }),
  language: setting(choice('en', 'ar'), 'en', {
    description: 'Language of mails where neither the person nor a tenant has another.',
  }),
  auditRetentionDays: setting(whole(30, 3650), 365, { description: 'Days that the audit log is kept where its tenant sets none.' }),
  recycleBinRetentionDays: setting(whole(1, 3650), 30, {
    description: 'Days that what is deleted can be restored where its tenant sets none.',
  }),
  notificationRetentionDays: setting(whole(1, 3650), 90, { description: 'Days that a notification is kept.' }),
}

const ofTenants = 'where a tenant sets none, and on the platform.'

export const security = {
  lockoutThreshold: setting(whole(3, 100), 5, { description: `Wrong passwords in a row that lock an account ${ofTenants}` }),
  lockoutMinutes: setting(whole(1, 1440), 5, { description: `Minutes that such a lock lasts ${ofTenants}` }),
  passwordMinLength: setting(whole(8, 72), 8, { description: `Least characters of a password ${ofTenants}` }),
  passwordRequireUppercase: setting(flag(), false, { description: `A password must hold a capital letter ${ofTenants}` }),
  passwordRequireNumber: setting(flag(), false, { description: `A password must hold a digit ${ofTenants}` }),
  passwordRequireSpecial: setting(flag(), false, { description: `A password must hold another character ${ofTenants}` }),
  passwordExpiryDays: setting(whole(0, 3650), 0, { description: `Days after which a password must be changed, 0 for never, ${ofTenants}` }),
  passwordHistoryCount: setting(whole(0, 24), 5, { description: `Last passwords that may not be chosen again ${ofTenants}` }),
  require2FA: setting(flag(), false, { description: `Admins must have a second factor ${ofTenants}` }),
  requireEmailVerification: setting(flag(), false, { description: `Users must have proved their address to sign in ${ofTenants}` }),
  bcryptCost: setting(whole(4, 15), 12, {
    variable: 'BCRYPT_COST',
    description: 'Work factor of password hashes; each step doubles it.',
  }),
  accessTokenMinutes: setting(whole(1, 60), 15, {
    variable: 'ACCESS_TOKEN_MINUTES',
    description: 'Life of an access token where its tenant sets none.',
  }),
  refreshReuseGraceSeconds: setting(whole(0, 300), 10, {
    variable: 'REFRESH_REUSE_GRACE_SECONDS',
    description: 'Seconds after its use in which a refresh token sent again is refused but not taken for theft.',
  }),
}

const times = (limit: number, windowSeconds: number) => ({ limit, windowSeconds })

export const rateLimits = {
  enabled: setting(flag(), true, {
    variable: 'RATE_LIMITS',
    description: 'off lifts limits, cooldowns and caps, for tests and load runs only.',
  }),
  global: setting(budget(), times(100, 60), {
    variable: 'RATE_LIMIT_GLOBAL',
    description: 'Requests/seconds of one client over all ordinary operations.',
  }),
  session: setting(budget(), times(600, 60), {
    variable: 'RATE_LIMIT_SESSION',
    description: 'Ordinary requests/seconds of one session, made by pages of the service itself, in place of those of the client.',
  }),
  auth: setting(budget(), times(10, 300), { variable: 'RATE_LIMIT_AUTH', description: 'Sign-ins/seconds of one client.' }),
  otpSend: setting(budget(), times(5, 3600), { variable: 'RATE_LIMIT_OTP_SEND', description: 'Codes sent/seconds for one client.' }),
  otpVerify: setting(budget(), times(10, 300), { variable: 'RATE_LIMIT_OTP_VERIFY', description: 'Codes tried/seconds by one client.' }),
  passwordReset: setting(budget(), times(5, 3600), {
    variable: 'RATE_LIMIT_PASSWORD_RESET',
    description: 'Password resets requested/seconds by one client.',
  }),
  tokenRefresh: setting(budget(), times(30, 300), {
    variable: 'RATE_LIMIT_TOKEN_REFRESH',
    description: 'Token refreshes/seconds of one client that is no page in a browser.',
  }),
  pageRefresh: setting(budget(), times(600, 300), {
    variable: 'RATE_LIMIT_PAGE_REFRESH',
    description:
      'Token refreshes/seconds of one client by pages in a browser, not counted in `RATE_LIMIT_TOKEN_REFRESH`: each page that is opened begins with one.',
  }),
  otpCooldownSeconds: setting(whole(1, 3600), 60, {
    variable: 'OTP_COOLDOWN_SECONDS',
    description: 'Seconds between two sends of a code.',
  }),
  otpSendsPerAccountHour: setting(whole(1, 1000), 5, {
    variable: 'OTP_SENDS_PER_ACCOUNT_HOUR',
    description: 'Codes sent to one account in an hour, whoever asks; and mails that admins cause to one mailbox.',
  }),
  otpSendsPerTenantDay: setting(whole(1, 10_000_000), 1000, {
    variable: 'OTP_SENDS_PER_TENANT_DAY',
    description: 'Codes sent for one tenant in a day; and mails that its admins cause.',
  }),
  otpWrongCodesPerDay: setting(whole(1, 1000), 15, {
    variable: 'OTP_WRONG_CODES_PER_DAY',
    description: 'Wrong codes for one account and purpose in 24 hours, after which no code is accepted.',
  }),
  maxConnections: setting(whole(10, 1_000_000), 4000, {
    variable: 'MAX_CONNECTIONS',
    description: 'Connections open at once; behind them the one that has been idle longest is closed.',
  }),
  maxConnectionsPerClient: setting(whole(1, 1_000_000), 1000, {
    variable: 'MAX_CONNECTIONS_PER_CLIENT',
    description: 'Connections open at once of one client (an IPv6 client by its /64); the proxies of TRUST_PROXY are no clients.',
  }),
}

export const webhooks = {
  allowPrivate: setting(flag(), false, {
    variable: 'WEBHOOK_ALLOW_PRIVATE',
    isSuperAdminOnly: true,
    description: 'on: issuers and webhooks that tenants name may have private addresses and plain http, for tests and closed networks.',
  }),
  retrySchedule: setting(waits(), [0, 60, 300, 1800, 7200, 43_200], {
    variable: 'WEBHOOK_RETRY_SCHEDULE',
    description: 'Seconds before each attempt at a webhook, counted from the failure of the one before it; as many attempts as numbers.',
  }),
  retryJitterPercent: setting(whole(0, 100), 10, {
    variable: 'WEBHOOK_RETRY_JITTER',
    description: 'Percent by which those waits may be longer, by chance.',
  }),
  timeoutMs: setting(whole(100, 45_000), 30_000, {
    variable: 'WEBHOOK_TIMEOUT_MS',
    description: 'Milliseconds within which the receiver of a webhook must have answered with status and headers.',
  }),
  concurrency: setting(whole(1, 500), 50, { description: 'Attempts at webhooks that one process makes at once.' }),
  logRetentionDays: setting(whole(1, 365), 30, { description: 'Days that deliveries are kept.' }),
  autoDisableAfterHours: setting(whole(1, 720), 72, {
    description: 'Hours of failing after which a webhook is switched off, if it failed often enough besides.',
  }),
  autoDisableMinFailures: setting(whole(1, 1000), 10, {
    description: 'Failures in a row after which a webhook is switched off, if it failed for long enough besides.',
  }),
  warnAfterHours: setting(whole(1, 720), 24, { description: 'Hours of failing after which the people of a webhook are warned.' }),
  testsPerMinute: setting(whole(1, 1000), 10, { description: 'Tests of one webhook in a minute.' }),
  replayMaxDays: setting(whole(1, 365), 14, { description: 'Days of deliveries that one replay may name.' }),
  replayMaxDeliveries: setting(whole(1, 10_000), 10_000, { description: 'Deliveries that one replay sends.' }),
}

export const features = {
  registration: setting(flag(), true, { description: 'off: nobody registers (403 registration_disabled), whatever a tenant says.' }),
  externalLogin: setting(flag(), true, { description: 'off: nobody signs in through a provider (400 unknown_provider).' }),
  webhooks: setting(flag(), true, { description: 'off: deliveries of webhooks are held; none is lost, and they go on afterwards.' }),
}
