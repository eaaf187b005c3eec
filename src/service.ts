import type { Logger } from 'pino'
import { renewOldAddresses } from '#accounts/renew-search-text.ts'
import { ServiceClock } from '#core/clock.ts'
import { AccessTokenVerifier } from '#core/secrets/jwt.ts'
import { PasswordHasher } from '#core/secrets/password.ts'
import type { SettingValues } from '#core/settings/declaration.ts'
import { maskedSecret } from '#core/settings/setting.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { KeyRing } from '#db/keys/keys.ts'
import { LiveLog } from '#db/live/revocations.ts'
import { ServiceSettings } from '#db/live/service-settings.ts'
import { TenantDomains } from '#db/live/tenant-domains.ts'
import { TenantSettings } from '#db/live/tenant-settings.ts'
import { TenantTree } from '#db/live/tenant-tree.ts'
import { migrate } from '#db/migrate.ts'
import type { Service, ServiceOptions } from '#db/rows/context.ts'
import { checkedClient } from '#outside/http-client/checked-client.ts'
import { RenderThreads } from '#outside/mail/render-threads.ts'
import { identityProviders } from '#outside/providers/identity-providers.ts'
import { knownProviders } from '#outside/providers/known-providers.ts'
import { openStorage } from '#outside/storage/open-storage.ts'
import { newStorageErrors } from '#outside/storage/outages.ts'
import { tokenAudience, tokenIssuer } from '#sessions/access-token.ts'
import { LiveSessions } from '#sessions/live-sessions.ts'
import { SessionActivity } from '#sessions/session-activity.ts'
import { newSignInCounter } from '#sign-in/sign-in-counts.ts'
import { type Config, withSettings } from './config.ts'
import { keptSecret } from './kept-secret.ts'
import { seed } from './seed.ts'

/** Everything a process holds, over an open and migrated database; not yet listening, no jobs running. */
export interface OpenService {
  readonly service: Service
  readonly sessions: LiveSessions
  readonly activity: SessionActivity
  readonly verifier: AccessTokenVerifier
  /** Made at the first start on an empty database, to be shown once; null afterwards. */
  readonly bootstrapPassword: string | null
  /** The addresses of links, once a free port was bound. */
  relocate(config: Config): void
  close(): Promise<void>
}

const clockCheckMs = 60_000
const jumpCheckMs = 1000
/** Two clocks of one machine are no further apart, however long it takes to read one after the other. */
const jumpMs = 500
const clockWarnMs = 2000

/** Opens the database, migrates it, loads what is kept in the process, seeds what must exist. Throws when any of it can't be. */
export async function openService(
  config: Config,
  log: Logger,
  given?: { database?: Database; clock?: ServiceClock; tellPassword?: (password: string) => void },
): Promise<OpenService> {
  const database = given?.database ?? (await openDatabase({ url: config.databaseUrl, dataDirectory: config.dataDirectory, log }))
  try {
    await migrate(database)
    await renewOldAddresses(database)
    const clock = given?.clock ?? new ServiceClock()
    await setClock(database, clock, log)
    const masterSecrets = config.masterSecrets.length > 0 ? config.masterSecrets : [await keptSecret(config.dataDirectory, database)]
    const keys = await KeyRing.open(database, masterSecrets, clock.now())
    const tenants = await TenantTree.load(database)
    const settings = await TenantSettings.load(database, tenants)
    const domains = await TenantDomains.load(database)
    const serviceSettings = await ServiceSettings.load({ database, keys, environment: config.given, log })
    settings.useDefaults(serviceSettings.values)
    if (serviceSettings.originOf('general.logLevel') === 'database') log.level = serviceSettings.values.general.logLevel
    let own = config
    let present = withSettings(own, serviceSettings.values)
    const live = new LiveLog(database, log)
    const passwords = new PasswordHasher({ cost: present.bcryptCost })
    const signIns = newSignInCounter()
    const errors = newStorageErrors()
    const counts = { tenantry_sign_ins_total: signIns, tenantry_storage_errors_total: errors }
    const http = checkedClient(() => ({ dnsServers: present.dnsServers, allowsPrivate: present.webhooks.allowsPrivate }))
    const renderer = new RenderThreads()
    const service: { -readonly [K in keyof Service]: Service[K] } = {
      database,
      clock,
      keys,
      tenants,
      settings,
      domains,
      serviceSettings,
      live,
      passwords,
      objects: openStorage(config.storageUrl, { azure: config.azureAccess, errors }),
      http,
      renderer,
      providers: identityProviders(knownProviders(present.providers), http),
      options: optionsOf(present, serviceSettings.values),
      checks: new Map(),
      signIns,
      measures: new Map(Object.entries({ ...database.measures, ...passwords.measures(), ...counts })),
    }
    live.subscribe((batch) => tenants.apply(batch))
    live.subscribe((batch) => settings.apply(batch))
    live.subscribe((batch) => domains.apply(batch))
    live.subscribe((batch) => keys.apply(batch))
    live.subscribe((batch) => serviceSettings.apply(batch))
    // one assignment after the other with nothing between: whoever asks sees all of it or nothing
    serviceSettings.follow((values, before) => {
      present = withSettings(own, values)
      settings.useDefaults(values)
      passwords.cost = present.bcryptCost
      log.level = present.logLevel
      if (JSON.stringify(values.providers) !== JSON.stringify(before.providers))
        service.providers = identityProviders(knownProviders(present.providers), http)
      service.options = optionsOf(present, values)
    })
    const sessions = new LiveSessions(service)
    const { bootstrapPassword } = await seed(service, config.bootstrap)
    // at once: whatever fails from here on, it is the SuperAdmin's now
    if (bootstrapPassword !== null) given?.tellPassword?.(bootstrapPassword)
    await live.start()
    const activity = new SessionActivity(service, log)
    activity.start()
    const timer = keepClock(database, clock, log)
    return {
      service,
      sessions,
      activity,
      verifier: new AccessTokenVerifier({ keys: () => keys.accessKeys(), issuer: tokenIssuer, audience: tokenAudience }),
      bootstrapPassword,
      relocate: (relocated) => {
        own = relocated
        present = withSettings(own, serviceSettings.values)
        service.options = optionsOf(present, serviceSettings.values)
      },
      close: async () => {
        clearInterval(timer)
        await activity.stop()
        await live.stop()
        await service.http.close()
        await renderer.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Measures every minute, and as soon as the clock of this machine was turned or the machine slept; what fails is tried again. */
function keepClock(database: Database, clock: ServiceClock, log: Logger): NodeJS.Timeout {
  let measuredMs = performance.now()
  let isMeasuring = false
  const look = async () => {
    if (isMeasuring || (performance.now() - measuredMs < clockCheckMs && Math.abs(clock.jumpedMs) < jumpMs)) return
    isMeasuring = true
    await setClock(database, clock, log).then(
      () => {
        measuredMs = performance.now()
      },
      () => undefined,
    )
    isMeasuring = false
  }
  return setInterval(() => void look(), jumpCheckMs).unref()
}

/** A process whose own clock is off uses the database's time; the distance is worth a warning. */
async function setClock(database: Database, clock: ServiceClock, log: Logger): Promise<void> {
  if (database.kind === 'embedded') return
  const { offsetMs } = await database.measureClock()
  clock.follow(offsetMs)
  if (Math.abs(offsetMs) > clockWarnMs)
    log.warn({ offsetMs: Math.round(offsetMs) }, "this machine's clock is away from the database's, which rules")
}

const optionsOf = (config: Config, { features, webhooks, general, email }: SettingValues): ServiceOptions => ({
  serviceName: config.serviceName,
  publicUrl: config.publicUrl,
  passwordResetUrl: config.passwordResetUrl,
  mailFrom: config.mail.from,
  emailBounceSecret: config.mail.bounceSecret,
  corsOrigins: config.corsOrigins,
  accessTokenMinutes: config.accessTokenMinutes,
  refreshReuseGraceSeconds: config.refreshReuseGraceSeconds,
  limitsEnabled: config.rateLimits.enabled,
  codesPerAccountHour: config.rateLimits.otp.sendsPerAccountHour,
  codesPerTenantDay: config.rateLimits.otp.sendsPerTenantDay,
  codeCooldownSeconds: config.rateLimits.otp.cooldownSeconds,
  wrongCodesPerDay: config.rateLimits.otp.wrongCodesPerDay,
  textCountries: config.sms.countries,
  textsPerNumberDay: config.sms.perNumberDay,
  textsPerTenantDay: config.sms.perTenantDay,
  webhooks: { ...webhooks, allowsPrivate: webhooks.allowPrivate, jitterPercent: webhooks.retryJitterPercent, port: config.port },
  dnsServers: config.dnsServers,
  rateLimits: config.rateLimits,
  connectionLimits: config.connectionLimits,
  logRequests: config.logRequests,
  metricsToken: config.metricsToken,
  features,
  notificationDays: general.notificationRetentionDays,
  mailDays: email.retentionDays,
  mailContentDays: email.contentRetentionDays,
  storage: { url: shownUrl(config.storageUrl), isGiven: config.isStorageGiven },
  uploadMaxBytes: config.uploadMaxBytes,
})

/** An address without what opens it: user, password and whatever stands behind the `?`. */
function shownUrl(text: string): string {
  if (!URL.canParse(text)) return text.split(/[?#]/, 1)[0]!
  const url = new URL(text)
  if (url.username !== '') url.username = maskedSecret
  if (url.password !== '') url.password = maskedSecret
  url.search = ''
  url.hash = ''
  return url.href
}
