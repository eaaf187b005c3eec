/** What the decisions say about the states of admins, small enough to be read: a record of flags each, and what follows from them. */

export type Home = 'top' | 'below' | 'platform'
export const minute = 60_000
/** Of the service where no tenant sets another. */
export const lockout = { threshold: 5, ms: 5 * minute }
export const accessMs = 15 * minute
export const refreshMs = 7 * 24 * 60 * minute
export const temporaryMs = 24 * 60 * minute

export interface SessionState {
  access: string
  accessUntil: number
  refresh: string
  refreshUntil: number
  /** Refresh tokens of this session that were used. */
  readonly used: string[]
  isOver: boolean
}

export interface AdminState {
  readonly id: string
  email: string
  home: Home
  roleName: string
  life: 'living' | 'deleted' | 'purged'
  isActive: boolean
  /** The deletion of this tenant switched it off. */
  switchedOffWith: Home | null
  isBlocked: boolean
  isProtected: boolean
  isSuper: boolean
  failures: number
  lockedUntil: number
  password: string
  /** Null for a password that its owner knows for good. */
  temporaryUntil: number | null
  isUsed: boolean
  readonly sessions: SessionState[]
}

export interface TenantState {
  isSuspended: boolean
  /** The tenant whose deletion took it along, itself for its own. */
  deletedWith: Home | null
}

export interface Answer {
  readonly status: number
  readonly code?: string
}

const ok: Answer = { status: 200 }

export class Model {
  readonly admins: AdminState[] = []
  readonly tenants: Record<'top' | 'below', TenantState> = {
    top: { isSuspended: false, deletedWith: null },
    below: { isSuspended: false, deletedWith: null },
  }
  /** Failures of names, over all doors and whoever has them; all of one client, as the test is. */
  readonly names = new Map<string, { failures: number; countedAt: number }>()
  /** Every acknowledged change, by event and record. */
  readonly events = new Map<string, number>()

  note(event: string, { id }: { readonly id: string }): void {
    this.events.set(`${event} ${id}`, (this.events.get(`${event} ${id}`) ?? 0) + 1)
  }

  get super(): AdminState {
    return this.admins.find(({ isSuper }) => isSuper) as AdminState
  }

  living(): AdminState[] {
    return this.admins.filter(({ life }) => life === 'living')
  }

  isGone(home: Home): boolean {
    return home !== 'platform' && this.tenants[home].deletedWith !== null
  }

  isSuspended(home: Home): boolean {
    if (home === 'platform') return false
    return this.tenants.top.isSuspended || (home === 'below' && this.tenants.below.isSuspended)
  }

  /** Whether the right password opens the door for them. */
  isOpen(admin: AdminState, now: number): boolean {
    const { home, isActive, isBlocked, lockedUntil } = admin
    return isActive && !isBlocked && lockedUntil <= now && this.isUsable(admin, now) && !this.isGone(home) && !this.isSuspended(home)
  }

  /** A temporary password opens once, and not for ever. */
  isUsable({ temporaryUntil, isUsed }: AdminState, now: number): boolean {
    return temporaryUntil === null || (temporaryUntil > now && !isUsed)
  }

  /** Whether somebody knows of somebody: the platform of all, the others of those in their tenant and below. */
  sees(actor: AdminState, admin: AdminState): boolean {
    if (admin.life !== 'living') return false
    return actor.home === 'platform' || actor.home === admin.home || (actor.home === 'top' && admin.home === 'below')
  }

  /** A change of state by somebody who stands above everybody they see. Effects are for `apply…` to make where this is 200. */
  moved(actor: AdminState, admin: AdminState, move: 'activate' | 'deactivate' | 'delete', inBulk = false): Answer {
    if (!this.sees(actor, admin)) return { status: 404, code: 'not_found' }
    if (admin === actor) return { status: 403, code: 'permission_denied' }
    if (admin.isSuper) return { status: 409, code: 'state_conflict' }
    if (move === 'activate' && this.isGone(admin.home)) return { status: 409, code: 'state_conflict' }
    // alone only deleting is refused; bulk leaves them out always
    if (admin.isProtected && (inBulk || move === 'delete')) return { status: 403, code: 'admin_protected' }
    return move === 'delete' ? { status: 204 } : ok
  }

  applyMove(admin: AdminState, move: 'activate' | 'deactivate' | 'delete'): boolean {
    if (move === 'delete') {
      admin.life = 'deleted'
      this.endSessions(admin)
      this.note('admin.deleted', admin)
      return true
    }
    // whom a tenant's deletion switched off can still be switched off by hand, for good
    if (admin.isActive === (move === 'activate') && admin.switchedOffWith === null) return false
    admin.isActive = move === 'activate'
    admin.switchedOffWith = null
    if (!admin.isActive) this.endSessions(admin)
    this.note(admin.isActive ? 'admin.activated' : 'admin.deactivated', admin)
    return true
  }

  endSessions(admin: AdminState, kept?: SessionState): void {
    for (const session of admin.sessions) if (session !== kept) session.isOver = true
  }

  /** Of a suspended or deleted tenant and all below: dead for ever. */
  endSessionsIn(home: 'top' | 'below'): void {
    for (const admin of this.admins) if (admin.home === home || (home === 'top' && admin.home === 'below')) this.endSessions(admin)
  }

  /** One sign-in at the door of a tenant or the platform; counts what it counts. */
  signedIn(email: string, home: Home, password: string, now: number): Answer & { admin?: AdminState } {
    const admin = this.isGone(home) ? undefined : this.living().find((one) => one.email === email && one.home === home)
    const isFree = admin !== undefined && admin.lockedUntil <= now
    if (!isFree || admin.password !== password || !this.isUsable(admin, now)) return this.#refused(email, admin, now)
    const refusal = admin.isBlocked
      ? 'account_blocked'
      : !admin.isActive
        ? 'account_inactive'
        : this.isSuspended(home)
          ? 'tenant_suspended'
          : null
    if (refusal !== null) {
      this.note('auth.login.failed', admin)
      return { status: 403, code: refusal }
    }
    Object.assign(admin, { failures: 0, lockedUntil: 0, isUsed: true })
    this.names.delete(email)
    this.note('auth.login.succeeded', admin)
    return { ...ok, admin }
  }

  /** The record of the name alone says whether that is a lock; under one nothing is counted on it, nor said of an account that is locked. */
  #refused(email: string, admin: AdminState | undefined, now: number): Answer {
    const wasFree = admin !== undefined && admin.lockedUntil <= now
    if (wasFree) this.failed(admin, now)
    const isNameLocked = !this.#failName(email, now)
    if (admin && (wasFree || !isNameLocked)) this.note('auth.login.failed', admin)
    return isNameLocked ? { status: 423, code: 'account_locked' } : { status: 401, code: 'invalid_credentials' }
  }

  /** A failure of an account that is not locked. */
  failed(admin: AdminState, now: number): void {
    if (admin.lockedUntil > 0) Object.assign(admin, { failures: 0, lockedUntil: 0 })
    admin.failures++
    if (admin.failures < lockout.threshold) return
    admin.lockedUntil = now + lockout.ms
    this.note('auth.account.locked', admin)
  }

  /** A failure of somebody who has shown whose they are counts on their name, too. */
  failedProof(admin: AdminState, now: number): void {
    this.failed(admin, now)
    this.#failName(admin.email, now)
  }

  /** @returns false under a lock, which counts nothing */
  #failName(email: string, now: number): boolean {
    const { failures, countedAt } = this.names.get(email) ?? { failures: 0, countedAt: now }
    const isFull = failures >= lockout.threshold
    if (isFull && countedAt > now - lockout.ms) return false
    const isOver = isFull || countedAt <= now - 24 * 60 * minute
    this.names.set(email, { failures: isOver ? 1 : failures + 1, countedAt: now })
    return true
  }

  /** What `GET /Admins/{id}` shows of it. */
  shown({ email, isActive, isBlocked, isProtected, lockedUntil }: AdminState, now: number) {
    const isLockedOut = lockedUntil > now
    const status = isBlocked ? 'Blocked' : !isActive ? 'Deactivated' : isLockedOut ? 'LockedOut' : 'Active'
    return { email, isActive, isBlocked, isProtected, isLockedOut, status }
  }
}
