/** End users against admins on the same process: reading oneself, and signing in through a provider against doing so by password. */
import { randomUUID } from 'node:crypto'
import { startOpenIdIssuer } from '../test/rig/openid.ts'
import type { Service } from '../test/rig/service.ts'
import { compare } from './compare.ts'
import { analyze, backendsOf, ownDatabase } from './database.ts'
import { makeTenant } from './people.ts'
import { cpuSecondsOf, serverCore } from './processes.ts'
import { alternate } from './rounds.ts'
import { password, signIn, startOurs } from './servers.ts'
import { median } from './statistics.ts'
import { type Result, ratio } from './table.ts'

const connections = 32
const rounds = 4
const signInsInRound = 300
const most = 1.3
const least = 0.95
const door = '/api/v1/auth/user'
const clientId = 'tenantry-bench'

export async function measureUsers(): Promise<Result[]> {
  const databaseUrl = await ownDatabase()
  const issuer = await startOpenIdIssuer(() => new Date(), clientId)
  const env = { BCRYPT_COST: '4', GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER: issuer.issuer }
  await using service = await startOurs({ databaseUrl, core: serverCore, env })
  const top = await signIn(service, { identifier: 'superadmin@tenantry.local', password, isPlatformAdmin: true })
  const { credentials } = await makeTenant(service, top.accessToken)
  const admin = await signIn(service, credentials)
  const tenantCode = await codeOf(service, admin.accessToken)
  const user = { username: 'reader', email: 'reader@example.test', password }
  await expect(service, 201, `${door}/register`, { ...user, tenantCode })
  const { accessToken } = await expect(service, 200, `${door}/login`, { username: user.username, password, tenantCode })
  await analyze(databaseUrl)

  const reads = (path: string, token: string) => ({
    pid: service.pid,
    databaseUrl,
    plan: { url: service.url, connections, requests: [{ method: 'GET' as const, path, headers: { authorization: `Bearer ${token}` } }] },
  })
  const figures = await compare(reads('/api/v1/Users/me', accessToken), reads('/api/v1/Admins/me', admin.accessToken), rounds)
  const { ratio: perCore, ...judged } = figures('perCore')

  const signed = async () => issuer.sign({ sub: 'somebody', email: 'somebody@example.test', email_verified: true, jti: randomUUID() })
  await expect(service, 200, `${door}/login/google`, { token: await signed(), tenantCode })
  const tokens: string[] = []
  for (let n = 0; n <= signInsInRound * rounds; n++) tokens.push(await signed())
  const cost = async (request: () => Promise<unknown>): Promise<number> => {
    const pids = [service.pid, ...(await backendsOf(databaseUrl))]
    const used = () => pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
    const before = used()
    for (let n = 0; n < signInsInRound; n++) await request()
    return ((used() - before) * 1000) / signInsInRound
  }
  const byPassword = () => expect(service, 200, `${door}/login`, { username: user.username, password, tenantCode })
  const byToken = () => expect(service, 200, `${door}/login/google`, { token: tokens.pop(), tenantCode })
  await cost(byPassword)
  const measured = await alternate(
    rounds,
    () => cost(byToken),
    () => cost(byPassword),
  )
  const [ours, bare] = [median(measured.ours), median(measured.bare)]
  await service.kill('SIGTERM')
  return [
    { what: 'GET Users/me against GET Admins/me, requests/s of a core', ...judged, target: `>= ${least}`, passes: perCore >= least },
    {
      what: 'sign-in by ID token against one by password at cost 4, processor time with the database’s, ms',
      ours: ours.toFixed(2),
      bare: bare.toFixed(2),
      value: ratio(ours / bare),
      target: `<= ${most}`,
      passes: ours / bare <= most,
    },
  ]
}

const codeOf = async (service: Service, token: string): Promise<string> =>
  (await service.http.get('/api/v1/Tenants', { token })).json.items[0].code

async function expect(service: Service, status: number, path: string, body: object) {
  const reply = await service.http.post(path, body)
  if (reply.status !== status) throw new Error(`${path} answered ${reply.status} ${reply.text}`)
  return reply.json
}
