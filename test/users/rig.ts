/** End users as they come by the doors of the service: registered, with a password that is known. */
import { randomUUID } from 'node:crypto'
import { mailsTo } from '../auth/mail.ts'
import { expectStatus, type TestApp, type Tokens, tenantWithAdmin } from '../harness.ts'

const door = '/api/v1/auth/user'

export interface Workspace {
  readonly id: string
  readonly code: string
  /** Of its first admin. */
  readonly adminToken: string
}

/** A tenant that end users may register at. */
export async function addWorkspace(app: TestApp, more: { parentTenantId?: string } = {}): Promise<Workspace> {
  const { tenant, signIn } = await tenantWithAdmin(app, more)
  return { id: tenant.id, code: tenant.code, adminToken: (await signIn()).accessToken }
}

export interface TestUser {
  readonly id: string
  readonly email: string
  readonly username: string
  readonly password: string
  readonly tenantCode: string
  /** Fails loudly when that is not answered with tokens. */
  signIn(more?: Record<string, unknown>): Promise<Tokens>
}

/** Registers somebody new, or whoever `more` says. */
export async function addUser(app: TestApp, tenantCode: string, more: Record<string, string> = {}): Promise<TestUser> {
  const mark = randomUUID().slice(0, 8)
  const names = { username: `user-${mark}`, email: `user-${mark}@example.test`, password: `zuvaqor-${mark}-Kestrel`, ...more }
  const { id } = expectStatus(await app.post(`${door}/register`, { ...names, tenantCode }), 201).json
  return { ...names, id, tenantCode, signIn: (with_) => signInUser(app, { ...names, tenantCode, ...with_ }) }
}

export async function signInUser(app: TestApp, given: Record<string, unknown>): Promise<Tokens> {
  const { username, password, tenantCode, deviceInfo } = given
  const body = { username, password, ...(tenantCode !== undefined && { tenantCode }), ...(deviceInfo !== undefined && { deviceInfo }) }
  const reply = await app.post(`${door}/login`, body)
  if (reply.status !== 200 || !reply.json.accessToken) throw new Error(`sign-in answered ${reply.status} ${reply.text}`)
  return reply.json as Tokens
}

/** The newest code that an account was sent by a mail of this template. */
export async function codeFor(app: TestApp, accountId: string, template: string): Promise<string> {
  const mail = (await mailsTo(app, accountId)).findLast((found) => found.template === template)
  if (!mail) throw new Error(`no mail ${template} was queued`)
  return mail.variables.code
}

/** Registers and proves the address. */
export async function addProvedUser(app: TestApp, tenantCode: string, more: Record<string, string> = {}): Promise<TestUser> {
  const user = await addUser(app, tenantCode, more)
  const code = await codeFor(app, user.id, 'email_verification')
  expectStatus(await app.post(`${door}/verify-email`, { email: user.email, code, tenantCode }), 200)
  return user
}
