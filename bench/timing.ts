/** Whether the time of a refused sign-in tells that an account exists: known and unknown identifiers in turn, at every door. */
import { randomUUID } from 'node:crypto'
import type { Service } from '../test/rig/service.ts'
import { ownDatabase } from './database.ts'
import { makeTenant, type Tenant } from './people.ts'
import { signIn, startOurs, superAdmin } from './servers.ts'
import { median } from './statistics.ts'
import type { Result } from './table.ts'

/** Failures of one account stay below the threshold of the lockout. */
const accounts = 20
const failuresEach = 4
const cost = '8'
const tolerance = 0.05

export async function measureTiming(): Promise<Result[]> {
  const databaseUrl = await ownDatabase()
  // with limits on, a refusal without a tenant waits as long as eight hashes take; the budget is out of the way
  const env = { BCRYPT_COST: cost, RATE_LIMITS: 'on', RATE_LIMIT_AUTH: '1000000/60', RATE_LIMIT_GLOBAL: '1000000/60' }
  await using service = await startOurs({ databaseUrl, core: null, env })
  const { accessToken } = await signIn(service, superAdmin)
  const one = await makeTenant(service, accessToken)
  const other = await makeTenant(service, accessToken)
  const make = (tenants: Tenant[]) => makeAdmins(service, accessToken, tenants)
  const single = await make([one])
  const shared = await make([one, other])
  const inTenant = await make([one])
  const door = (what: string, known: string[], more: object) => measureDoor(service, what, known, more)
  const results = [
    await door('sign-in without a tenant, one match', single, {}),
    await door('sign-in without a tenant, two matches', shared, {}),
    await door('sign-in in a tenant', inTenant, { tenantId: one.id }),
  ]
  await service.kill('SIGTERM')
  return results
}

/** Refused sign-ins of known and unknown identifiers, one after the other; the first round warms up and is not counted. */
async function measureDoor(service: Service, what: string, known: string[], more: object): Promise<Result> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  const unknown = known.map(() => `nobody-${randomUUID()}@example.test`)
  for (let round = 0; round < failuresEach; round++) {
    for (let account = 0; account < known.length; account++) {
      for (const kind of account % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const identifier = kind === 'known' ? known[account] : unknown[account]
        const begin = performance.now()
        const reply = await service.http.post('/api/v1/auth/admin/login', { identifier, password: 'a wrong password', ...more })
        const ms = performance.now() - begin
        if (reply.status !== 401) throw new Error(`expected 401, got ${reply.status}: ${reply.text}`)
        if (round > 0) times[kind].push(ms)
      }
    }
  }
  const [ours, bare] = [median(times.known), median(times.unknown)]
  return {
    what: `${what}: known / unknown, ms`,
    ours: ours.toFixed(1),
    bare: bare.toFixed(1),
    value: (ours / bare).toFixed(3),
    target: `1 ± ${tolerance}`,
    passes: Math.abs(ours / bare - 1) <= tolerance,
  }
}

/** Admins who have the same address in each of the tenants. @returns their addresses */
async function makeAdmins(service: Service, token: string, tenants: Tenant[]): Promise<string[]> {
  const addresses = Array.from({ length: accounts }, () => `known-${randomUUID()}@example.test`)
  for (const email of addresses) {
    for (const { id: tenantId, roleId } of tenants) {
      const body = { email, firstName: 'Known', lastName: 'Admin', roleId, tenantId, password: `a password of ${randomUUID()}` }
      const reply = await service.http.post('/api/v1/admins', body, { token })
      if (reply.status !== 201) throw new Error(`admin answered ${reply.status}: ${reply.text}`)
    }
  }
  return addresses
}
