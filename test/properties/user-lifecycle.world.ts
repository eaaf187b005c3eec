/** One workspace with its users over HTTP, beside what the decisions say of them: a record of flags each. */
import assert from 'node:assert/strict'
import { codeAt } from '../auth/authenticator.ts'
import { expectStatus, type Reply, type TestApp, tenantWithAdmin } from '../harness.ts'
import { somebody } from '../providers/rig.ts'
import type { OpenIdIssuer } from '../rig/openid.ts'
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
  /** Null for who came from a provider. */
  readonly username: string | null
  email: string
  /** Null until who came from a provider has chosen one. */
  password: string | null
  /** Since when the address is proved, in milliseconds; null while it is not. */
  provedAt: number | null
  isActive: boolean
  isBlocked: boolean
  isDeleted: boolean
  /** The secret of the authenticator, while the second factor is on. */
  secret: string | null
  /** Whom google knows them as, the oldest first. */
  links: { readonly sub: string; readonly linkedAt: number }[]
  sessions: SessionState[]
}

export class World {
  readonly app: TestApp
  readonly google: OpenIdIssuer
  readonly users: UserState[] = []
  tenantCode = ''
  #adminSignIn: (() => Promise<{ accessToken: string }>) | null = null
  #admin = { token: '', until: 0 }
  #addresses = 0

  constructor(app: TestApp, google: OpenIdIssuer) {
    this.app = app
    this.google = google
  }

  async build(): Promise<void> {
    const { tenant, signIn } = await tenantWithAdmin(this.app)
    this.tenantCode = tenant.code
    this.#adminSignIn = signIn
    for (let number = 0; number < 2; number++) await this.register()
    await this.comeFromGoogle()
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
    const flags = { provedAt: null, isActive: true, isBlocked: false, isDeleted: false, secret: null, links: [], sessions: [] }
    this.users.push({ id, username, email, password, ...flags })
  }

  /** Somebody new whom google vouches for: an account without a password. */
  async comeFromGoogle(): Promise<void> {
    const person = somebody({ email: this.newAddress() })
    const body = { token: await this.google.sign(person), tenantCode: this.tenantCode }
    const { json } = expectStatus(await this.app.post(`${door}/login/google`, body), 200)
    const flags = { provedAt: this.now(), isActive: true, isBlocked: false, isDeleted: false, secret: null, sessions: [] }
    const user = {
      id: json.user.id,
      username: null,
      email: person.email,
      password: null,
      links: [{ sub: person.sub, linkedAt: this.now() }],
      ...flags,
    }
    this.users.push(user)
    this.keep(user, json)
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
    const { username, email, password } = user
    const body = { username: username ?? email, password: password ?? 'there is none', tenantCode: this.tenantCode }
    const reply = await this.app.post(`${door}/login`, body)
    assert.equal(
      reply.status === 200 ? '200' : reply.json.code,
      password === null ? 'invalid_credentials' : this.entrance(user),
      reply.text,
    )
    if (reply.json.code === 'invalid_credentials') await this.forgive(user)
    await this.enter(user, reply)
  }

  /** Goes on from the first step of a sign-in, whatever showed who it is. */
  async enter(user: UserState, reply: Reply): Promise<void> {
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

  /** What their owner is shown, the oldest first. */
  async linksShown(token: string): Promise<{ id: string; providerKey: string }[]> {
    return expectStatus(await this.app.get(`${door}/external-logins`, { token }), 200).json
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
    const gets = this.entrance(user) === '200' && (show !== 'verify-email' || user.provedAt === null)
    assert.equal(after === before, !gets, `a mail ${template}`)
    if (after === null || !gets) return false
    expectStatus(await this.app.post(`${door}/${show}`, { ...whose, code: after, ...more }), 200)
    return true
  }

  async #mailed(user: UserState, template: string): Promise<string | null> {
    return await codeFor(this.app, user.id, template).catch(() => null)
  }
}
