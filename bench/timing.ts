/** Whether the time of a refusal, or of a send, tells that an account exists: known and unknown names in turn, at every door. */
import { randomUUID } from 'node:crypto'
import type { Service } from '../test/rig/service.ts'
import { ownDatabase } from './database.ts'
import { makeTenant, type Tenant } from './people.ts'
import { signIn, startOurs, superAdmin } from './servers.ts'
import { median } from './statistics.ts'
import type { Result } from './table.ts'
import { userDoors } from './timing-users.ts'

/** Failures of one account stay below the threshold of the lockout. */
const accounts = 20
const failuresEach = 4
const cost = '8'
const tolerance = 0.05

export async function measureTiming(): Promise<Result[]> {
  const databaseUrl = await ownDatabase()
  // with limits on, a refusal without a tenant waits as long as eight hashes take; the budget is out of the way
  const env = {
    BCRYPT_COST: cost,
    RATE_LIMITS: 'on',
    RATE_LIMIT_AUTH: '1000000/60',
    RATE_LIMIT_GLOBAL: '1000000/60',
    TRUST_PROXY: 'loopback',
    RATE_LIMIT_OTP_SEND: '1000000/60',
    RATE_LIMIT_PASSWORD_RESET: '1000000/60',
  }
  await using service = await startOurs({ databaseUrl, core: null, env })
  const { accessToken } = await signIn(service, superAdmin)
  const one = await makeTenant(service, accessToken)
  const other = await makeTenant(service, accessToken)
  const make = (tenants: Tenant[]) => makeAdmins(service, accessToken, tenants)
  const single = await make([one])
  const shared = await make([one, other])
  const inTenant = await make([one])
  const ofAdmins = (what: string, known: string[], more: object = {}): Door => {
    const body = (identifier: string) => ({ identifier, password: 'a wrong password', ...more })
    return { what, path: '/api/v1/auth/admin/login', body, status: 401, known }
  }
  const admin = await signIn(service, one.credentials)
  const { code } = (await service.http.get('/api/v1/Tenants', { token: admin.accessToken })).json.items[0]
  const doors = [
    ofAdmins('sign-in without a tenant, one match', single),
    ofAdmins('sign-in without a tenant, two matches', shared),
    ofAdmins('sign-in in a tenant', inTenant, { tenantId: one.id }),
    ...(await userDoors(service.http, admin.accessToken, code, Number(cost), accounts)),
  ]
  const results: Result[] = []
  for (const door of doors) {
    const result = await measureDoor(service, door)
    process.stderr.write(`${result.what}: ${result.ours} / ${result.bare} = ${result.value}\n`)
    results.push(result)
  }
  await service.kill('SIGTERM')
  return results
}

/** Where somebody is tried who is known, or is not: neither is let in. */
export interface Door {
  readonly what: string
  readonly path: string
  body(name: string): object
  readonly status: number
  readonly known: readonly string[]
  /** A name is tried once. */
  readonly isOnce?: true
}

/** Known and unknown names, one after the other; the first round, or the first quarter of the names, warms up and is not counted. */
async function measureDoor(service: Service, { what, path, body, status, known, isOnce }: Door): Promise<Result> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  const unknown = known.map((name) =>
    name.startsWith('+') ? `${name.slice(0, -1)}${(Number(name.at(-1)) + 5) % 10}` : `nobody-${randomUUID()}@example.test`,
  )
  const rounds = isOnce ? 1 : failuresEach
  for (let round = 0; round < rounds; round++) {
    for (let account = 0; account < known.length; account++) {
      // by lot: in a fixed turn the job behind a known send would always fall on the request of an unknown one
      for (const kind of Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const name = (kind === 'known' ? known[account] : unknown[account]) as string
        const begin = performance.now()
        const reply = await service.http.post(path, body(name), isOnce && fromAnother(sent++))
        const ms = performance.now() - begin
        if (reply.status !== status) throw new Error(`${what}: expected ${status}, got ${reply.status}: ${reply.text}`)
        if (isOnce ? account >= known.length / 4 : round > 0) times[kind].push(ms)
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

let sent = 0
/** The wait between two sends is that of one client. */
const fromAnother = (n: number) => ({ headers: { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` } })

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
