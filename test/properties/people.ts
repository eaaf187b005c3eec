/** Access tokens of whoever is asked to call. */
import type { TestApp } from '../harness.ts'
import type { AccountTruth } from './truth.ts'
import { password } from './world.ts'

export class People {
  readonly #app: TestApp
  readonly #tokens = new Map<string, string>()

  constructor(app: TestApp) {
    this.#app = app
  }

  /** A token that is good now; null for an account that can't have one, for its tenant is switched off or it has no password of ours. */
  async token({ id, email, tenantId }: Pick<AccountTruth, 'id' | 'email' | 'tenantId'>): Promise<string | null> {
    const app = this.#app
    if (email === 'superadmin@tenantry.local') return await app.superToken()
    const known = this.#tokens.get(id)
    if (known && (await app.get('/api/v1/permissions/my', { token: known })).status === 200) return known
    const where = tenantId === null ? { isPlatformAdmin: true } : { tenantId }
    const reply = await app.post('/api/v1/auth/admin/login', { identifier: email, password, ...where })
    if (reply.status !== 200) return null
    this.#tokens.set(id, reply.json.accessToken)
    return reply.json.accessToken
  }
}
