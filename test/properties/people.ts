/** Access tokens of whoever is asked to call. */
import { type Reply, superAdmin, type TestApp } from '../harness.ts'
import type { AccountTruth } from './expected-state.ts'
import type { Call } from './steps.ts'
import { password } from './world.ts'

export class People {
  readonly #app: TestApp
  readonly #tokens = new Map<string, string>()

  constructor(app: TestApp) {
    this.#app = app
  }

  /** Calls as the actor, signed in where that is needed; null when it can't be. */
  async call({ actor, method, path, body }: Call): Promise<Reply | null> {
    const request = (token: string) => this.#app.request(method, path, { token, ...(body !== undefined && { body }) })
    const known = this.#tokens.get(actor.id)
    const reply = known ? await request(known) : null
    if (reply && reply.status !== 401) return reply
    const token = await this.signIn(actor)
    return token === null ? null : await request(token)
  }

  /** A new token; null for an account that can't have one: its tenant is switched off, or its password is none of ours. */
  async signIn({ id, email, tenantId }: Pick<AccountTruth, 'id' | 'email' | 'tenantId'>): Promise<string | null> {
    const where = tenantId === null ? { isPlatformAdmin: true } : { tenantId }
    const secret = email === superAdmin.email ? superAdmin.password : password
    const reply = await this.#app.post('/api/v1/auth/admin/login', { identifier: email, password: secret, ...where })
    if (reply.status !== 200) return null
    this.#tokens.set(id, reply.json.accessToken)
    return reply.json.accessToken
  }
}
