/** Sixty-four writers below a tenant, on two processes: how soon a change of that tenant takes effect, and what the line costs them. */
import { randomUUID } from 'node:crypto'
import { isPlatformOnly, permissionCatalogue } from '#core/permissions.ts'
import { withClient } from '../test/rig/postgres.ts'
import type { Service } from '../test/rig/service.ts'
import { ownDatabase } from './database.ts'
import { alternate } from './rounds.ts'
import { password, signIn, startOurs, superAdmin } from './servers.ts'
import { median, percentile } from './statistics.ts'
import { type Result, ratio, whole } from './table.ts'

const writers = 64
const leaves = 16
const roundSeconds = 5
const rounds = 6
const changesEach = 25
const target = { p99Ms: 2000, ratio: 0.95 }

type Write = (at: Service, n: number) => Promise<{ status: number }>

export async function measureLine(): Promise<Result[]> {
  const databaseUrl = await ownDatabase()
  const env = { BCRYPT_COST: '4' }
  await using first = await startOurs({ databaseUrl, core: null, env })
  await using second = await startOurs({ databaseUrl, core: null, env })
  const services = [first, second]
  const { accessToken: token } = await signIn(first, superAdmin)
  const made = async (path: string, body: unknown, as = token) => {
    const { status, text, json } = await first.http.post(path, body, { token: as })
    if (status !== 201) throw new Error(`${path} answered ${status}: ${text}`)
    return json.id as string
  }
  const top = await made('/api/v1/Tenants', { name: 'Top' })
  const writes: Write[] = []
  for (let n = 0; n < leaves; n++) writes.push(...(await writesBelow(first, made, top)))
  const line = await switchOf(databaseUrl)
  const ordinary = () => ratesOf(services, writes, roundSeconds)
  await ordinary()
  const rates = await alternate(
    rounds,
    () => line.on().then(ordinary),
    () => line.off().then(ordinary),
  )
  await line.on()
  const writing = new Writing(services, writes)
  const times: Record<string, number[]> = {}
  const changes = Object.entries(changesOf(top, token))
  try {
    for (let n = 0; n < changesEach; n++)
      for (const [what, change] of changes) times[what] = [...(times[what] ?? []), await change(services[n % 2]!, n)]
  } finally {
    await writing.stop()
  }
  const [withLine, without] = [median(rates.ours), median(rates.bare)]
  const cost = median(rates.ours.map((rate, n) => rate / rates.bare[n]!))
  return [
    {
      what: `writes a second, ${writers} in flight, with and without a line`,
      ours: whole(withLine),
      bare: whole(without),
      value: ratio(cost),
      target: `>= ${target.ratio}`,
      passes: cost >= target.ratio,
    },
    ...Object.entries(times).map(([what, list]) => {
      const sorted = list.toSorted((a, b) => a - b)
      const p99 = percentile(sorted, 0.99)
      return {
        what: `  ${what} above them, median and p99 of ${list.length}, ms`,
        value: `${whole(median(list))}, ${whole(p99)}`,
        target: `<= ${target.p99Ms}`,
        passes: p99 <= target.p99Ms,
      }
    }),
  ]
}

/** Takes the line out of the database and puts it back: both sides are then the same processes. */
async function switchOf(url: string): Promise<{ on(): Promise<void>; off(): Promise<void> }> {
  const name = 'stand_in_line(uuid[], uuid[], uuid[], uuid[])'
  const { text } = await withClient(
    url,
    async (client) => (await client.query<{ text: string }>(`select pg_get_functiondef('${name}'::regprocedure) as text`)).rows[0]!,
  )
  const empty = text.replace(/AS \$function\$[\s\S]*\$function\$/, 'AS $function$ begin end $function$')
  const run = (statement: string) => withClient(url, async (client) => void (await client.query(statement)))
  return { on: () => run(text), off: () => run(empty) }
}

/** Something of every kind that is written to one tenant, by its own admin. */
async function writesBelow(
  at: Service,
  made: (path: string, body: unknown, as?: string) => Promise<string>,
  parentTenantId: string,
): Promise<Write[]> {
  const admin = { email: `${randomUUID()}@example.test`, firstName: 'A', lastName: 'B', password }
  const tenantId = await made('/api/v1/Tenants', { name: 'Leaf', parentTenantId, admin })
  const credentials = { identifier: admin.email, password, tenantId }
  let { accessToken: token } = await signIn(at, credentials)
  const role = await made('/api/v1/roles', { name: 'One', tenantId }, token)
  const person = () => ({ email: `${randomUUID()}@example.test`, firstName: 'A', lastName: 'B', tenantId, roleId: role, password })
  const id = await made('/api/v1/admins', person(), token)
  const group = await made('/api/v1/UserGroups', { nameEn: 'Group', tenantId, roleIds: [role] }, token)
  const login: Write = async ({ http }) => {
    const reply = await http.post('/api/v1/auth/admin/login', credentials)
    if (reply.status === 200) token = reply.json.accessToken
    return reply
  }
  const writes: Write[] = [
    ({ http }, n) => http.request('PUT', `/api/v1/admins/${id}`, { body: { firstName: `N${n}` }, token }),
    ({ http }, n) => http.request('PUT', `/api/v1/roles/${role}`, { body: { description: `${n}` }, token }),
    ({ http }, n) => http.request('PUT', `/api/v1/UserGroups/${group}`, { body: { descriptionEn: `${n}` }, token }),
    ({ http }) => http.post('/api/v1/admins', person(), { token }),
    ({ http }) => http.post('/api/v1/roles', { name: randomUUID(), tenantId }, { token }),
    login,
  ]
  // a suspension has ended the session
  return writes.map(
    (write): Write =>
      async (at, n) => {
        const reply = await write(at, n)
        return reply.status === 401 ? await login(at, n) : reply
      },
  )
}

type Change = (at: Service, n: number) => Promise<number>

function changesOf(top: string, token: string): Record<string, Change> {
  const timed = async (ask: () => Promise<{ status: number; text: string }>) => {
    const from = performance.now()
    const { status, text } = await ask()
    if (status >= 300) throw new Error(`a change answered ${status}: ${text}`)
    return performance.now() - from
  }
  const put =
    (path: string, body: (n: number) => unknown, back?: unknown): Change =>
    async (at, n) => {
      const ask = (body: unknown) => timed(() => at.http.request('PUT', `/api/v1/Tenants/${top}${path}`, { token, body }))
      const time = await ask(body(n))
      if (back !== undefined) await ask(back)
      return time
    }
  const grantable = permissionCatalogue.filter(({ name }) => !isPlatformOnly(name))
  const all = grantable.map(({ id }) => id)
  const fewer = grantable.filter(({ name }) => !name.startsWith('emails.')).map(({ id }) => id)
  return {
    rename: put('', (n) => ({ name: `Top ${n}` })),
    'new tenant': (at) => timed(() => at.http.post('/api/v1/Tenants', { name: 'New', parentTenantId: top }, { token })),
    'cut of the grant': put('/permissions', () => ({ permissionIds: fewer }), { permissionIds: all }),
    suspension: put('', () => ({ status: 'Suspended' }), { status: 'Active' }),
  }
}

class Writing {
  written = 0
  #isOver: boolean = false
  readonly #all: Promise<unknown>

  constructor(services: readonly Service[], writes: readonly Write[]) {
    this.#all = Promise.all(Array.from({ length: writers }, (_, n) => this.#keepWriting(services[n % 2]!, writes, n * 7)))
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#all
  }

  async #keepWriting(at: Service, writes: readonly Write[], first: number): Promise<void> {
    for (let n = first; !this.#isOver; n++) if ((await writes[n % writes.length]!(at, n)).status < 300) this.written++
  }
}

async function ratesOf(services: readonly Service[], writes: readonly Write[], seconds: number): Promise<number> {
  const writing = new Writing(services, writes)
  const from = performance.now()
  await new Promise((done) => setTimeout(done, seconds * 1000))
  await writing.stop()
  return (writing.written * 1000) / (performance.now() - from)
}
