import { performance } from 'node:perf_hooks'
import { unavailable } from '#core/errors.ts'
import { settle } from '#core/settings/declaration.ts'
import { isUuid } from '#core/uuid.ts'
import { isUnavailable } from '#db/database-errors.ts'
import { knowTenants } from '#db/live/known-tenants.ts'
import type { RevocationBatch } from '#db/live/revocations.ts'
import { defaultsOf } from '#db/live/settings-defaults.ts'
import type { AccountKind, Actor, Service } from '#db/rows/context.ts'
import { type RequiredActionRules, requiredActionsOf } from '#rights/required-actions.ts'
import { readSessionSnapshot, type SessionSnapshot } from '#rights/session-snapshot.ts'

/** A session as it is now, with its caller. */
export interface LiveSession {
  readonly sessionId: string
  readonly accountId: string
  readonly kind: AccountKind
  readonly tenantId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Its refresh tokens are void, and its last access token runs out. */
  readonly isSignedOut: boolean
  readonly actor: Actor
}

/** How many sessions are kept; the oldest read goes first. */
const mostEntries = 50_000
/** How many that are over are kept in mind. */
const mostOver = 10_000
/** Read again after this at the latest, so that what was given without a revocation shows while a token lives. */
const longestAgeMs = 300_000
/** An answer of the database that took longer may be too old to allow anything by. */
const longestReadMs = 1000

interface Entry {
  readonly snapshot: SessionSnapshot
  readonly readAt: number
  session: LiveSession
}

interface Reading {
  readonly epoch: number
  readonly startedMs: number
  readonly answer: Promise<SessionSnapshot | null>
}

/**
 * What every access token may do just now, by its session. Answers from the memory of this process while that is sure to know all
 * that was committed more than a second ago, else from the database, else not at all. Never a stale yes.
 */
export class LiveSessions {
  readonly #service: Pick<Service, 'database' | 'clock' | 'tenants' | 'live' | 'settings' | 'serviceSettings'>
  readonly #entries = new Map<string, Entry>()
  /** Which entries were made from a record, by its id. */
  readonly #dependents = new Map<string, Set<string>>()
  readonly #reading = new Map<string, Reading>()
  /** Found over not long ago. */
  readonly #over = new Set<string>()

  /** Subscribes to the log; the tenant tree and the settings must have done so before. */
  constructor(service: Pick<Service, 'database' | 'clock' | 'tenants' | 'live' | 'settings' | 'serviceSettings'>) {
    this.#service = service
    service.live.subscribe((batch) => this.#apply(batch))
  }

  /**
   * The session and its caller; null (to be answered 401 `session_revoked`) when it is unknown or over for any reason: ended, too
   * old, its account, its tenant or an ancestor shut out since, its impersonator's right gone.
   * @throws 503 `unavailable`, as a rejection, when nobody can tell.
   */
  find(sessionId: string): LiveSession | null | Promise<LiveSession | null> {
    const known = this.#inMemory(sessionId)
    if (known !== undefined) return known
    return isUuid(sessionId) ? this.#fromDatabase(sessionId) : null
  }

  /**
   * Whether this process has found a session over, or signed out of, as far as that is known without asking the database. For who is only
   * counted: what may be done is for `find` to say.
   */
  isKnownOver(sessionId: string): boolean {
    if (this.#over.has(sessionId)) return true
    const known = this.#inMemory(sessionId)
    return known !== undefined && (known === null || known.isSignedOut)
  }

  /** Undefined where memory does not say. */
  #inMemory(sessionId: string): LiveSession | null | undefined {
    const { live, clock } = this.#service
    if (!live.isFresh()) return undefined
    const entry = this.#entries.get(sessionId)
    const now = clock.now()
    return entry && now.getTime() - entry.readAt <= longestAgeMs ? this.#fromMemory(entry, now) : undefined
  }

  #rememberOver(sessionId: string): null {
    // what is over stays over; where one of them is forgotten it is read once more
    if (this.#over.size >= mostOver) this.#over.clear()
    this.#over.add(sessionId)
    return null
  }

  #fromMemory(entry: Entry, now: Date): LiveSession | null {
    const { snapshot } = entry
    if (snapshot.expiresAt <= now || !this.#isTenantOpen(snapshot)) return null
    entry.session = withRequiredActions(snapshot, { service: this.#service, now }, entry.session)
    return entry.session
  }

  #isTenantOpen({ facts: { tenantId }, createdAt }: SessionSnapshot): boolean {
    const { tenants } = this.#service
    const validAfter = tenants.validAfter(tenantId)
    return tenants.state(tenantId) === null && (validAfter === null || createdAt > validAfter)
  }

  async #fromDatabase(sessionId: string): Promise<LiveSession | null> {
    const { live, clock } = this.#service
    const { epoch, startedMs, answer } = this.#read(sessionId)
    const snapshot = await answer
    // its tenant may be newer than what this process has heard
    if (snapshot) await knowTenants(this.#service, [snapshot.facts.tenantId])
    const isCertain = live.isFresh() && live.epoch === epoch
    if (!isCertain && performance.now() - startedMs > longestReadMs) throw unavailable()
    const now = clock.now()
    if (!snapshot || snapshot.expiresAt <= now) return this.#rememberOver(sessionId)
    // what the process holds of tenants and settings may be too old as well
    if (!live.isFresh()) return withRequiredActions(snapshot, { now, service: { settings: await this.#rulesOf(snapshot) } })
    if (!isCertain) return this.#isTenantOpen(snapshot) ? withRequiredActions(snapshot, { service: this.#service, now }) : null
    const entry = { snapshot, readAt: now.getTime(), session: withRequiredActions(snapshot, { service: this.#service, now }) }
    this.#keep(entry)
    return this.#fromMemory(entry, now)
  }

  /** What is a duty as the database has it. */
  async #rulesOf({ rules }: SessionSnapshot): Promise<RequiredActionRules['service']['settings']> {
    const { database, serviceSettings } = this.#service
    const given = await serviceSettings.read(database.reader)
    const { passwordExpiryDays, require2FA } = defaultsOf(settle(serviceSettings.environment, given))
    const found = { passwordExpiryDays: rules.passwordExpiryDays ?? passwordExpiryDays, require2FA: rules.require2FA ?? require2FA }
    return { of: () => found }
  }

  /** One reading for all who ask at once; but never one that began before something was applied that the asker may know of. */
  #read(sessionId: string): Reading {
    const { epoch } = this.#service.live
    const known = this.#reading.get(sessionId)
    if (known?.epoch === epoch) return known
    const answer = this.#ask(sessionId)
    const reading = { epoch, startedMs: performance.now(), answer }
    this.#reading.set(sessionId, reading)
    const done = () => {
      if (this.#reading.get(sessionId) === reading) this.#reading.delete(sessionId)
    }
    answer.then(done, done)
    return reading
  }

  async #ask(sessionId: string): Promise<SessionSnapshot | null> {
    try {
      return await readSessionSnapshot(this.#service.database.reader, sessionId)
    } catch (error) {
      throw isUnavailable(error) ? unavailable() : error
    }
  }

  #keep(entry: Entry): void {
    const { sessionId, madeFrom } = entry.snapshot
    this.#drop(sessionId)
    if (this.#entries.size >= mostEntries) this.#drop(this.#entries.keys().next().value!)
    this.#entries.set(sessionId, entry)
    for (const id of madeFrom) {
      const dependents = this.#dependents.get(id)
      if (dependents) dependents.add(sessionId)
      else this.#dependents.set(id, new Set([sessionId]))
    }
  }

  #drop(sessionId: string): void {
    const entry = this.#entries.get(sessionId)
    if (!entry) return
    this.#entries.delete(sessionId)
    for (const id of entry.snapshot.madeFrom) {
      const dependents = this.#dependents.get(id)
      dependents?.delete(sessionId)
      if (dependents?.size === 0) this.#dependents.delete(id)
    }
  }

  /** Settings and keys are asked for at every call, so they are no reason; all else that changed is, by the id it changed. */
  #apply(batch: RevocationBatch): void {
    const changes = batch === 'flush' ? [] : batch.filter(({ topic }) => topic !== 'settings' && topic !== 'service' && topic !== 'keys')
    if (batch === 'flush' || changes.some(({ topic, subject }) => topic === 'tree' || subject === null)) {
      this.#entries.clear()
      this.#dependents.clear()
      return
    }
    for (const { subject } of changes) for (const sessionId of [...(this.#dependents.get(subject!) ?? [])]) this.#drop(sessionId)
  }
}

/** The session as its owner must be treated now; the one given, when nothing of that changed. */
function withRequiredActions(snapshot: SessionSnapshot, rules: RequiredActionRules, known?: LiveSession): LiveSession {
  const { actor, facts, sessionId, createdAt, expiresAt, isSignedOut } = snapshot
  const requiredActions = requiredActionsOf(rules, facts, actor.impersonatorId)
  if (
    known?.actor.mustChangePassword === requiredActions.mustChangePassword &&
    known.actor.requiresTwoFactorSetup === requiredActions.requiresTwoFactorSetup
  ) {
    return known
  }
  const { id, kind, tenantId } = actor
  return { sessionId, accountId: id, kind, tenantId, createdAt, expiresAt, isSignedOut, actor: { ...actor, ...requiredActions } }
}
