import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { renewOldAddresses } from '#accounts/renew-search-text.ts'
import { ServiceClock } from '#core/clock.ts'
import { AccessTokenVerifier } from '#core/secrets/jwt.ts'
import { PasswordHasher } from '#core/secrets/password.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { KeyRing } from '#db/keys/keys.ts'
import { LiveLog } from '#db/live/revocations.ts'
import { TenantDomains } from '#db/live/tenant-domains.ts'
import { TenantSettings } from '#db/live/tenant-settings.ts'
import { TenantTree } from '#db/live/tenant-tree.ts'
import { migrate } from '#db/migrate.ts'
import type { Service, ServiceOptions } from '#db/rows/context.ts'
import { openStorage } from '#outside/storage/local.ts'
import { tokenAudience, tokenIssuer } from '#sessions/access-token.ts'
import { LiveSessions } from '#sessions/live-sessions.ts'
import { SessionActivity } from '#sessions/session-activity.ts'
import type { Config } from './config.ts'
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
const clockWarnMs = 2000

/** Opens the database, migrates it, loads what is kept in the process, seeds what must exist. Throws when any of it can't be. */
export async function openService(
  config: Config,
  log: Logger,
  given?: { database?: Database; clock?: ServiceClock },
): Promise<OpenService> {
  const masterSecrets = config.masterSecrets.length > 0 ? config.masterSecrets : [keptSecret(config.dataDirectory)]
  const database = given?.database ?? (await openDatabase({ url: config.databaseUrl, dataDirectory: config.dataDirectory, log }))
  try {
    await migrate(database)
    await renewOldAddresses(database)
    const clock = given?.clock ?? new ServiceClock()
    await setClock(database, clock, log)
    const keys = await KeyRing.open(database, masterSecrets, clock.now())
    const tenants = await TenantTree.load(database)
    const settings = await TenantSettings.load(database, tenants)
    const domains = await TenantDomains.load(database)
    const live = new LiveLog(database, clock, log)
    const options = optionsOf(config) as { -readonly [K in keyof ServiceOptions]: ServiceOptions[K] }
    const service: Service = {
      database,
      clock,
      keys,
      tenants,
      settings,
      domains,
      live,
      passwords: new PasswordHasher({ cost: config.bcryptCost }),
      objects: openStorage(config.storageUrl),
      options,
      checks: new Map(),
    }
    live.subscribe((batch) => tenants.apply(batch))
    live.subscribe((batch) => settings.apply(batch))
    live.subscribe((batch) => domains.apply(batch))
    live.subscribe((batch) => keys.apply(batch))
    const sessions = new LiveSessions(service)
    const { bootstrapPassword } = await seed(service, config.bootstrap)
    await live.start()
    const activity = new SessionActivity(service, log)
    activity.start()
    const timer = setInterval(() => void setClock(database, clock, log).catch(() => undefined), clockCheckMs)
    timer.unref()
    return {
      service,
      sessions,
      activity,
      verifier: new AccessTokenVerifier({ keys: () => keys.accessKeys(), issuer: tokenIssuer, audience: tokenAudience }),
      bootstrapPassword,
      relocate: (relocated) => void Object.assign(options, optionsOf(relocated)),
      close: async () => {
        clearInterval(timer)
        await activity.stop()
        await live.stop()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** A process whose own clock is off uses the database's time; the distance is worth a warning. */
async function setClock(database: Database, clock: ServiceClock, log: Logger): Promise<void> {
  if (database.kind === 'embedded') return
  const { offsetMs } = await database.measureClock()
  clock.offsetMs = offsetMs
  if (Math.abs(offsetMs) > clockWarnMs)
    log.warn({ offsetMs: Math.round(offsetMs) }, "this machine's clock is away from the database's, which rules")
}

/** The embedded mode's own master secret, made once and kept beside the database, readable by its owner only. */
function keptSecret(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, 'master-secret')
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

const optionsOf = (config: Config): ServiceOptions => ({
  serviceName: config.serviceName,
  publicUrl: config.publicUrl,
  passwordResetUrl: config.passwordResetUrl,
  mailFrom: config.mail.from,
  corsOrigins: config.corsOrigins,
  accessTokenMinutes: config.accessTokenMinutes,
  refreshReuseGraceSeconds: config.refreshReuseGraceSeconds,
  limitsEnabled: config.rateLimits.enabled,
  codesPerAccountHour: config.rateLimits.otp.sendsPerAccountHour,
  codesPerTenantDay: config.rateLimits.otp.sendsPerTenantDay,
  codeCooldownSeconds: config.rateLimits.otp.cooldownSeconds,
  wrongCodesPerDay: config.rateLimits.otp.wrongCodesPerDay,
})
