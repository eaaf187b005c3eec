/** The service beside its model: two tenants, their first people, and how they call. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { platformViewerRoleId } from '#core/platform-roles.ts'
import { mailsTo } from '../auth/mail.ts'
import { expectStatus, type Reply, superAdmin, type TestApp } from '../harness.ts'
import { type AdminState, type Answer, accessMs, type Home, Model, refreshMs, type SessionState } from './admin-lifecycle.model.ts'

const login = '/api/v1/auth/admin/login'
export const firstPassword = 'zuvaqor-11-Kestrel'

export class World {
  readonly app: TestApp
  readonly model = new Model()
  readonly told: string[] = []
  /** What the calls of a step were answered, and for each who was skipped one more. */
  readonly statuses: number[] = []
  /** Whom the last step was about. */
  last: AdminState | null = null
  readonly #tenantIds = { top: '', below: '' }
  readonly #roleIds = new Map<string, string>()
  #names = 0

  constructor(app: TestApp) {
    this.app = app
  }

  now(): number {
    return this.app.clock.now().getTime()
  }

  tenantId(home: Home): string | null {
    return home === 'platform' ? null : this.#tenantIds[home]
  }

  roleId(home: Home, roleName: string): string {
    return home === 'platform' ? platformViewerRoleId : (this.#roleIds.get(`${home} ${roleName}`) as string)
  }

  newEmail(): string {
    return `lifecycle-${++this.#names}@example.test`
  }

  /** The SuperAdmin, an admin of everything in the upper tenant, and five to be moved about. */
  async build(): Promise<void> {
    const id = await this.#superAdminId()
    this.add({ id, email: superAdmin.email, home: 'platform', roleName: 'SuperAdmin', password: superAdmin.password, isSuper: true })
    for (const home of ['top', 'below'] as const) {
      const body = { name: home, code: `lifecycle-${home}`, ...(home === 'below' && { parentTenantId: this.#tenantIds.top }) }
      const reply = await this.call(this.model.super, 'POST', '/api/v1/Tenants', body)
      this.#tenantIds[home] = expectStatus(reply, 201).json.id
      const roles = await this.call(this.model.super, 'GET', `/api/v1/Tenants/${this.#tenantIds[home]}/roles`)
      for (const role of expectStatus(roles, 200).json.items) this.#roleIds.set(`${home} ${role.name}`, role.id)
    }
    await this.create(this.model.super, 'top', 'TenantAdmin')
    for (const home of ['top', 'top', 'below', 'below', 'platform'] as const) await this.create(this.model.super, home, 'Viewer')
  }

  async #superAdminId(): Promise<string> {
    return (await this.app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })).user.id
  }

  /** Adds one to the model as a new admin is. */
  add(facts: Pick<AdminState, 'id' | 'email' | 'home' | 'roleName' | 'password'> & Partial<AdminState>): AdminState {
    const admin: AdminState = {
      life: 'living',
      isActive: true,
      switchedOffWith: null,
      isBlocked: false,
      isProtected: false,
      isSuper: false,
      failures: 0,
      lockedUntil: 0,
      temporaryUntil: null,
      isUsed: false,
      sessions: [],
      ...facts,
    }
    this.model.admins.push(admin)
    return admin
  }

  async create(actor: AdminState, home: Home, roleName: string): Promise<void> {
    const email = this.newEmail()
    const person = { email, firstName: 'Life', lastName: 'Cycle', password: firstPassword, sendInvitation: false }
    const body = { ...person, tenantId: this.tenantId(home), roleId: this.roleId(home, roleName) }
    const reply = await this.call(actor, 'POST', '/api/v1/Admins', body)
    const isInSight = actor.home === 'platform' || home !== 'platform'
    const isThere = isInSight && !this.model.isGone(home)
    this.expect(reply, isThere ? { status: 201 } : { status: 404, code: 'not_found' }, `create in ${home}`)
    if (!isThere) return
    this.model.note('admin.created', this.add({ id: reply.json.id, email, home, roleName, password: firstPassword }))
  }

  /** A sign-in, as the model says it is answered. */
  async signIn({ email, home }: Pick<AdminState, 'email' | 'home'>, password: string): Promise<SessionState | null> {
    const place = home === 'platform' ? { isPlatformAdmin: true } : { tenantId: this.tenantId(home) }
    const reply = await this.app.post(login, { identifier: email, password, ...place })
    const { admin, ...expected } = this.model.signedIn(email, home, password, this.now())
    this.expect(reply, expected, `sign-in of ${email}`)
    if (!admin) return null
    assert.equal(reply.json.MustChangePassword, admin.temporaryUntil !== null, 'MustChangePassword')
    const session: SessionState = { access: '', accessUntil: 0, refresh: '', refreshUntil: 0, used: [], isOver: false }
    this.keepTokens(session, reply)
    admin.sessions.push(session)
    return session
  }

  keepTokens(session: SessionState, reply: Reply): void {
    if (session.refresh !== '') session.used.push(session.refresh)
    session.access = reply.json.accessToken
    session.accessUntil = this.now() + accessMs
    session.refresh = reply.json.refreshToken
    session.refreshUntil = this.now() + refreshMs
  }

  /** A session of theirs that opens everything, made where there is none; null when they are not let in. */
  async sessionOf(actor: AdminState): Promise<SessionState | null> {
    const usable = actor.sessions.findLast(({ isOver, accessUntil }) => !isOver && accessUntil > this.now() + 5000)
    if (actor.temporaryUntil !== null) return null
    if (usable) return usable
    const made = await this.signIn(actor, actor.password)
    // not what the step is about
    this.statuses.pop()
    return made
  }

  async call(actor: AdminState, method: string, path: string, body?: object): Promise<Reply> {
    const session = await this.sessionOf(actor)
    if (!session) throw new Error(`${actor.email} is not let in`)
    return await this.app.request(method, path, { token: session.access, body })
  }

  /** What was mailed last as a temporary password. */
  async temporaryPassword(id: string): Promise<string> {
    return (await mailsTo(this.app, id)).findLast(({ variables }) => variables.password !== undefined)?.variables.password
  }

  expect(reply: Reply, expected: Answer, what: string): void {
    this.statuses.push(reply.status)
    this.told.push(`${what}: ${reply.status} ${reply.text.slice(0, 160)}`)
    const got = { status: reply.status, ...(expected.code && { code: reply.json?.code }) }
    assert.deepEqual(got, expected, `${what}: ${reply.text}`)
  }

  /** Every event of an admin's that was written, by event and record. */
  async events(): Promise<Map<string, number>> {
    const { rows } = await sql<{ name: string; n: number }>`
      select type || ' ' || entity_id as name, count(*)::integer as n from events
      where entity_type = 'Admin' and entity_id is not null and type like any('{admin.%,auth.login.%,auth.account.locked,auth.password.changed,entity.%}')
      group by 1`.execute(this.app.open.service.database.kysely)
    return new Map(rows.map(({ name, n }) => [name, n]))
  }
}
