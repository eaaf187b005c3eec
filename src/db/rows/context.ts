import type { Kysely } from 'kysely'
import type { CheckedClient } from '#core/checked-request.ts'
import type { Clock } from '#core/clock.ts'
import type { IdentityProviders } from '#core/identity-provider.ts'
import type { Counter, Measure } from '#core/measures.ts'
import type { Language } from '#core/messages.ts'
import type { ObjectStore } from '#core/object-store.ts'
import type { PermissionName } from '#core/permissions.ts'
import type { RateLimits } from '#core/rate-limits.ts'
import type { PasswordHasher } from '#core/secrets/password.ts'
import type { SettingValues } from '#core/settings/declaration.ts'
import type { TemplateRenderer } from '#core/template-renderer.ts'
import type { Database } from '#db/database.ts'
import type { KeyRing } from '#db/keys/keys.ts'
import type { LiveLog, Revocation } from '#db/live/revocations.ts'
import type { ServiceSettings } from '#db/live/service-settings.ts'
import type { TenantDomains } from '#db/live/tenant-domains.ts'
import type { TenantSettings } from '#db/live/tenant-settings.ts'
import type { TenantTree } from '#db/live/tenant-tree.ts'
import type { Tables } from '#db/tables.ts'

export type AccountKind = 'admin' | 'user'

/** How sign-ins end, by the step; see `sign-in/sign-in-counts.ts`. */
export type SignInCounter = Counter<{ step: string; outcome: string }>

/** Who asks. Made from the live session of the access token, never from a body or a header. */
export interface Actor {
  readonly id: string
  readonly kind: AccountKind
  readonly tenantId: string | null
  readonly sessionId: string
  /** Full name, for the audit log. */
  readonly name: string
  readonly isSuperAdmin: boolean
  readonly permissions: ReadonlySet<PermissionName>
  /** Fields that may be neither seen nor written under a permission; absent = none. */
  readonly masks: ReadonlyMap<PermissionName, readonly string[]>
  /** The original admin while impersonating. */
  readonly impersonatorId: string | null
  readonly impersonatorName: string | null
  readonly mustChangePassword: boolean
  readonly requiresTwoFactorSetup: boolean
}

/** Plain values of configuration and settings that requests need: one object is one state of all of them. */
export interface ServiceOptions {
  readonly serviceName: string
  readonly publicUrl: string
  readonly passwordResetUrl: string
  readonly mailFrom: string
  /** What whoever reports bounces shows; null where none may. */
  readonly emailBounceSecret: string | null
  readonly corsOrigins: readonly string[]
  readonly accessTokenMinutes: number
  readonly refreshReuseGraceSeconds: number
  /** Off: no limit, cooldown or cap holds (tests and load runs). */
  readonly limitsEnabled: boolean
  readonly codesPerAccountHour: number
  readonly codesPerTenantDay: number
  readonly codeCooldownSeconds: number
  /** Wrong codes per account and purpose in 24 hours; past them even a right one is answered as wrong. */
  readonly wrongCodesPerDay: number
  /** Calling codes of the countries that texts are sent to; empty for all. */
  readonly textCountries: readonly string[]
  readonly textsPerNumberDay: number
  readonly textsPerTenantDay: number
  readonly webhooks: WebhookOptions
  readonly dnsServers: readonly string[]
  readonly rateLimits: RateLimits
  readonly connectionLimits: { readonly total: number; readonly perClient: number }
  readonly logRequests: SettingValues['general']['logRequests']
  /** What opens `/metrics`; null where nothing does. */
  readonly metricsToken: string | null
  /** What is switched on. */
  readonly features: SettingValues['features']
  /** Days that things are kept. */
  readonly notificationDays: number
  readonly mailDays: number
  readonly mailContentDays: number
  /** Where uploads are kept, without what opens it, and whether the environment says so. */
  readonly storage: { readonly url: string; readonly isGiven: boolean }
  /** Of one file; avatars and logos have limits of their own. */
  readonly uploadMaxBytes: number
}

export interface WebhookOptions {
  /** Subscribers may have private addresses and plain http. */
  readonly allowsPrivate: boolean
  /** Seconds before each attempt, from the failure of the one before. */
  readonly retrySchedule: readonly number[]
  /** By how much, at most, such a wait is longer by chance. */
  readonly jitterPercent: number
  /** For the headers of the answer. */
  readonly timeoutMs: number
  readonly concurrency: number
  readonly logRetentionDays: number
  readonly autoDisableAfterHours: number
  readonly autoDisableMinFailures: number
  readonly warnAfterHours: number
  readonly testsPerMinute: number
  readonly replayMaxDays: number
  readonly replayMaxDeliveries: number
  /** That this process listens on: no webhook leads there. */
  readonly port: number
}

/** What a process holds once and every request may use. */
export interface Service {
  readonly database: Database
  readonly clock: Clock
  readonly keys: KeyRing
  readonly tenants: TenantTree
  readonly settings: TenantSettings
  readonly domains: TenantDomains
  /** Of the service itself; what most need of them is in `options`. */
  readonly serviceSettings: ServiceSettings
  readonly live: LiveLog
  readonly passwords: PasswordHasher
  readonly objects: ObjectStore
  /** For addresses that others name: issuers, webhooks. */
  readonly http: CheckedClient
  /** For texts that tenants wrote: apart from everything else of the process. */
  readonly renderer: TemplateRenderer
  /** Google and its like, through which people sign in. */
  readonly providers: IdentityProviders
  readonly signIns: SignInCounter
  /** As they are now; a request has a service of its own, in which they stay (`present-service.ts`). */
  readonly options: ServiceOptions
  /** What else of this process has a health, by the name it is shown under; filled by whoever runs it. */
  readonly checks: Map<string, HealthCheck>
  /** What else of this process is counted, by the name it has in `/metrics`; filled by whoever counts. */
  readonly measures: Map<string, Measure>
}

export interface Health {
  readonly status: 'ok' | 'degraded' | 'down'
  /** A word on what is wrong; shown to any signed-in account, so nothing of anybody's data. */
  readonly note?: string
}
/** Looks at one part; what it throws means down. */
export type HealthCheck = () => Health | Promise<Health>

/** Whether the caller of a request is still who they were when it came in; see `rights/standing.ts`. */
export interface Standing {
  /** The caller as the present transaction's locks hold them; null until they were judged there, as after a retry. */
  caller: Actor | null
  /** Judges the caller in the present transaction, unless that is done. With `first`, only where nothing else will be locked before. */
  judge(ctx: PublicContext, when: 'first' | 'last'): Promise<void>
}

/** The events that an operation may put in the log. */
export interface DeclaredEvents {
  /** As a failure names it: method and address. */
  readonly operation: string
  readonly names: ReadonlySet<string>
}

/** What every action receives first: the database handle of this request, the time, and who is at the other end. */
export interface PublicContext {
  readonly service: Service
  /** The transaction; outside one, a handle for single-statement reads only. */
  readonly db: Kysely<Tables>
  readonly inTransaction: boolean
  readonly now: Date
  readonly ip: string
  readonly userAgent: string | null
  readonly traceId: string
  /** That of the caller's own trace, as it was sent; null where none was. */
  readonly parentTraceId: string | null
  readonly language: Language
  readonly actor?: Actor
  /** Throws 403 for a caller who may not do what this request asks: asked again under the locks of its writes, of who they are then. */
  readonly admit?: ((caller: Actor) => void) | undefined
  /** Has a signed-in caller judged again in every transaction that changes something. */
  readonly standing?: Standing
  /** What this request's route declares; `emit` refuses any other event. Work that nobody asked for over HTTP has none. */
  readonly declared?: DeclaredEvents
  /** Names of the events emitted so far. */
  readonly emitted: string[]
  /** What this transaction takes from live tokens; told to every process once it is committed. */
  readonly revoked: Revocation[]
  /** Channels whose listeners are to be woken once this transaction is committed, as `wakes.ts` spells them. */
  readonly wakes: Set<string>
}

/** What a request stands on, once somebody is signed in. */
export interface Context extends PublicContext {
  readonly actor: Actor
}
