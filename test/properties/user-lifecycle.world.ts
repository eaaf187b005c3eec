/** One workspace with its users over HTTP, beside what the decisions say of them: a record of flags each. */
import assert from 'node:assert/strict'
import { codeAt } from '../auth/authenticator.ts'
import { expectStatus, type Reply, type TestApp, tenantWithAdmin } from '../harness.ts'
import { addUser, codeFor } from '../users/rig.ts'

export const door = '/api/v1/auth/user'
/** Beyond the cooldown of codes, and the step of an authenticator. */
export const stepMs = 61_000
const accessMs = 15 * 60_000

interface SessionState {
  access: string
  accessUntil: number
  refresh: string
  /** The access token opens nothing. */
  isOver: boolean
  /** Signed out: what is left is the access token, until it runs out. */
  isSignedOut: boolean
}

export interface UserState {
  readonly id: string
  readonly username: string
  email: string
  password: string
  isProved: boolean
  isActive: boolean
  isBlocked: boolean
  isDeleted: boolean
  /** The secret of the authenticator, while the second factor is on. */
  secret: string | null
  sessions: SessionState[]
}

export class World {
  readonly app: TestApp
  readonly users: UserState[] = []
  tenantCode = ''
  #adminSignIn: (() => Promise<{ accessToken: string }>) | null = null
  #admin = { token: '', until: 0 }
  #addresses = 0

  constructor(app: TestApp) {
    this.app = app
  }

  async build(): Promise<void> {
    const { tenant, signIn } = await tenantWithAdmin(this.app)
    this.tenantCode = tenant.code
    this.#adminSignIn = signIn
    for (let number = 0; number < 3; number++) await this.register()
  }

  /** Of an admin of the workspace, good for the next call at least. */
  async #adminToken(): Promise<string> {
    if (this.#admin.until <= this.now() + stepMs)
      this.#admin = { token: (await this.#adminSignIn!()).accessToken, until: this.now() + accessMs }
    return this.#admin.token
  }

  now(): number {
    return this.app.clock.now().getTime()
  }

  newAddress(): string {
    this.#addresses += 1
    return `address-${this.#addresses}@example.test`
  }

  async register(more: Record<string, string> = {}): Promise<void> {
    const { id, username, email, password } = await addUser(this.app, this.tenantCode, { email: this.newAddress(), ...more })
    const flags = { isProved: false, isActive: true, isBlocked: false, isDeleted: false, secret: null, sessions: [] }
    this.users.push({ id, username, email, password, ...flags })
  }

  /** What an admin of the workspace does to a user; its answer must be `status`, or 404 for one who is deleted. */
  async manage(user: UserState, method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object, status = 200): Promise<Reply> {
    const token = await this.#adminToken()
    const reply = await this.app.request(method, `/api/v1/users/${user.id}${path}`, { token, ...(body && { body }) })
    return expectStatus(reply, user.isDeleted ? 404 : status)
  }

  async restore(user: UserState): Promise<Reply> {
    return await this.app.post(`/api/v1/recycle-bin/${user.id}/restore`, undefined, { token: await this.#adminToken() })
  }

  /** What the door answers to a user: the code of the refusal, or the status. */
  entrance(user: UserState): string {
    if (user.isDeleted) return 'invalid_credentials'
    if (user.isBlocked) return 'account_blocked'
    return user.isActive ? '200' : 'account_inactive'
  }

  /** A session that may still do something, with an access token that is fresh; null where there is none. */
  live(user: UserState): SessionState | null {
    return user.sessions.findLast(({ isOver, accessUntil }) => !isOver && accessUntil > this.now()) ?? null
  }

  endSessions(user: UserState, kept: SessionState | null = null): void {
    for (const session of user.sessions) if (session !== kept) session.isOver = true
  }

  /** Signs in with password and, where it is on, the second factor; compares the answer with the model. */
  async signIn(user: UserState): Promise<void> {
    const { username, password } = user
    const reply = await this.app.post(`${door}/login`, { username, password, tenantCode: this.tenantCode })
    assert.equal(reply.status === 200 ? '200' : reply.json.code, this.entrance(user), reply.text)
    if (user.isDeleted) await this.forgive(user)
    if (reply.status !== 200) return
    assert.equal('twoFactorToken' in reply.json, user.secret !== null)
    this.keep(user, user.secret === null ? reply.json : await this.#secondFactor(user, reply.json.twoFactorToken))
  }

  keep(user: UserState, { accessToken, refreshToken }: Reply['json']): void {
    user.sessions.push({
      access: accessToken,
      accessUntil: this.now() + accessMs,
      refresh: refreshToken,
      isOver: false,
      isSignedOut: false,
    })
  }

  async #secondFactor({ secret }: UserState, twoFactorToken: string): Promise<Reply['json']> {
    const code = codeAt(secret as string, this.app.clock.now())
    return expectStatus(await this.app.post(`${door}/2fa/verify`, { twoFactorToken, code }), 200).json
  }

  /** Five failures in a row would lock; how that goes is looked at elsewhere. */
  async forgive({ id }: UserState): Promise<void> {
    const { kysely } = this.app.open.service.database
    await kysely.updateTable('accountActivity').set({ failures: 0 }).where('accountId', '=', id).execute()
    await kysely.deleteFrom('nameFailures').execute()
  }

  /** Asks for a code and shows it; only who may have one is sent it. */
  async useCode(user: UserState, ask: string, template: string, show: string, more: object = {}): Promise<boolean> {
    const whose = { email: user.email, tenantCode: this.tenantCode }
    const before = await this.#mailed(user, template)
    expectStatus(await this.app.post(`${door}/${ask}`, whose), 202)
    const after = await this.#mailed(user, template)
    const gets = this.entrance(user) === '200' && (show !== 'verify-email' || !user.isProved)
    assert.equal(after === before, !gets, `a mail ${template}`)
    if (after === null || !gets) return false
    expectStatus(await this.app.post(`${door}/${show}`, { ...whose, code: after, ...more }), 200)
    return true
  }

  async #mailed(user: UserState, template: string): Promise<string | null> {
    return await codeFor(this.app, user.id, template).catch(() => null)
  }
}
