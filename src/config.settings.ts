import type { z } from 'zod'
import type { RateLimits } from '#core/rate-limits.ts'
import { allSettings, type Given, type SettingName, type SettingValues, settingNamed } from '#core/settings/declaration.ts'
import { rateLimitsOf } from '#core/settings/rate-limits.ts'
import { relayProblem, relaySettingsOf, relayUrlOf } from '#outside/mail/relay-settings.ts'
import type { ProviderConfig } from '#outside/providers/known-providers.ts'
import { missingOfProviders, providersOf } from '#outside/providers/provider-settings.ts'
import { gatewayProblem, gatewaySettingsOf, gatewayUrlOf } from '#outside/sms/gateway-settings.ts'

/** The part of the configuration that follows the settings while a process runs. */
export interface SettledConfig {
  /** Origin (scheme, host, port) of links. */
  publicUrl: string
  passwordResetUrl: string
  corsOrigins: readonly string[]
  connectionLimits: { total: number; perClient: number }
  rateLimits: RateLimits
  bcryptCost: number
  logLevel: SettingValues['general']['logLevel']
  logRequests: SettingValues['general']['logRequests']
  metricsToken: string | null
  /** `url`: none where settings don't name a whole relay. `ca`: certificates as PEM text that are trusted besides the usual ones. */
  mail: { url: string; from: string; ca: string | null; bounceSecret: string | null }
  /** `url`: none where settings don't name a whole gateway. `countries`: calling codes without `+`; empty for all. */
  sms: { url: string; twilioApi: string; countries: readonly string[]; perNumberDay: number; perTenantDay: number }
  /** `ip` or `ip:port`; empty for the system's. */
  dnsServers: readonly string[]
  /** `retrySchedule` in seconds, `jitterPercent` added to it by chance. */
  webhooks: { allowsPrivate: boolean; retrySchedule: readonly number[]; jitterPercent: number; timeoutMs: number }
  /** Those through which people may sign in; null for one that is off. */
  providers: ProviderConfig
  serviceName: string
  accessTokenMinutes: number
  refreshReuseGraceSeconds: number
}

/** What the environment says of ways out, as it says it: kept, for a URL may say more than settings do. */
export interface WaysOut {
  readonly mailUrl: string | null
  readonly smsUrl: string | null
}

export const resetPage = (publicUrl: string) => `${publicUrl}/reset-password`

/** @param port that links lead to where nobody named an address */
export function settledConfig(values: SettingValues, port: number, ways: WaysOut): SettledConfig {
  const { general, security, email, sms, webhooks, rateLimits } = values
  const publicUrl = general.publicUrl ?? `http://127.0.0.1:${port}`
  return {
    publicUrl,
    passwordResetUrl: general.passwordResetUrl ?? resetPage(publicUrl),
    corsOrigins: general.corsOrigins,
    connectionLimits: { total: rateLimits.maxConnections, perClient: rateLimits.maxConnectionsPerClient },
    rateLimits: rateLimitsOf(values),
    bcryptCost: security.bcryptCost,
    logLevel: general.logLevel,
    logRequests: general.logRequests,
    metricsToken: general.metricsToken,
    mail: {
      url: ways.mailUrl ?? (relayProblem(email) === null ? relayUrlOf(email) : ''),
      from: email.from,
      ca: email.certificates,
      bounceSecret: email.bounceSecret,
    },
    sms: {
      url: ways.smsUrl ?? (gatewayProblem(sms) === null ? gatewayUrlOf(sms) : ''),
      twilioApi: sms.twilioApiUrl,
      countries: sms.countries,
      perNumberDay: sms.perNumberDay,
      perTenantDay: sms.perTenantDay,
    },
    dnsServers: general.dnsServers,
    webhooks: {
      allowsPrivate: webhooks.allowPrivate,
      retrySchedule: webhooks.retrySchedule,
      jitterPercent: webhooks.retryJitterPercent,
      timeoutMs: webhooks.timeoutMs,
    },
    providers: providersOf(values.providers),
    serviceName: general.serviceName,
    accessTokenMinutes: security.accessTokenMinutes,
    refreshReuseGraceSeconds: security.refreshReuseGraceSeconds,
  }
}

interface Problem {
  variable: string
  reason: string
}

/** What the environment sets of the settings, and what is wrong with it. */
export function givenSettings(texts: Readonly<Record<string, string | undefined>>): { given: Given; problems: Problem[] } {
  const given = new Map<SettingName, unknown>()
  const problems: Problem[] = []
  for (const { variable, name, format } of allSettings) {
    const text = variable === undefined ? undefined : texts[variable]
    if (variable === undefined || text === undefined) continue
    const read: z.ZodSafeParseResult<unknown> = format.safeParse(text)
    if (read.success) given.set(name, read.data)
    else problems.push({ variable, reason: read.error.issues[0]!.message })
  }
  return { given, problems }
}

/** Adds the settings that `MAIL_URL` and `SMS_URL` set together; both are well formed. */
export function withWaysOut(given: Given, { mailUrl, smsUrl }: WaysOut): Given {
  const more = new Map(given)
  if (mailUrl !== null) for (const [key, value] of Object.entries(relaySettingsOf(mailUrl))) more.set(`email.${key}` as SettingName, value)
  if (smsUrl !== null) for (const [key, value] of Object.entries(gatewaySettingsOf(smsUrl))) more.set(`sms.${key}` as SettingName, value)
  return more
}

/** What is given of a provider in the environment without the rest that it needs. */
export const providerProblems = (values: SettingValues): Problem[] =>
  missingOfProviders(values.providers).map(({ name, beside }) => ({
    variable: settingNamed(name)!.variable!,
    reason: `is required with ${settingNamed(beside)!.variable}`,
  }))
