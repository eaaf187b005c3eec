/** `npm run demo` as an owner runs it: once into an empty database, refused into any other, and what the service then shows. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { expectStatus } from './harness.ts'
import { runCommand, type Service, spawnCommand, startService } from './rig/service.ts'

/** Hashes alone are cheaper here than an owner's. */
const env = { BCRYPT_COST: '4' }
const directory = () => mkdtempSync(join(tmpdir(), 'tenantry-demo-'))

describe('npm run demo', () => {
  const dataDirectory = directory()
  const killedDirectory = directory()
  after(() => {
    for (const made of [dataDirectory, killedDirectory]) rmSync(made, { recursive: true, force: true })
  })
  let printed: string[] = []

  it('fills an empty database, and prints four people and their password once', async () => {
    const { exit, stdout, stderr } = await runCommand(['demo'], { dataDirectory, env })
    assert.equal(exit, 0, stderr.join('\n'))
    printed = [...stdout]
    assert.equal(printed.filter((line) => /@[a-z0-9-]+\.example {2,}\S/.test(line)).length, 4, printed.join('\n'))
    assert.equal(printed.filter((line) => line.startsWith('demo password: ')).length, 1)
    assert.equal(printed.filter((line) => /^curl -s http:\/\/127\.0\.0\.1:\d+\/api\/v1\/auth\/admin\/login -H /.test(line)).length, 1)
  })

  it('the service shows a tree, its people and a month of activity', async () => {
    await using service = await startService({ dataDirectory, env })
    const seen = await lookAt(service, printed)
    await service.kill('SIGKILL')
    await using again = await startService({ dataDirectory, env })
    assert.deepEqual(await totals(again, printed), seen, 'killed, it shows them again')
    const beside = await runCommand(['demo'], { dataDirectory, env })
    assert.equal(beside.exit, 1)
    assert.match(beside.stderr.join('\n'), /^tenantry: the data directory \S+ is in use by another process/)
    expectStatus(await again.http.get('/health'), 200)
  })

  it('sent no mail, but to whom this test signed in from a device that was new', () => {
    const outbox = join(dataDirectory, 'outbox')
    const addresses = printed.flatMap((line) => /\S+@[a-z0-9-]+\.example/.exec(line)?.[0] ?? [])
    for (const file of existsSync(outbox) ? readdirSync(outbox) : []) {
      const to = /^To:[\s\S]*?([^\s<]+@[^\s>]+)/m.exec(readFileSync(join(outbox, file), 'utf8'))?.[1]
      assert.ok(to !== undefined && addresses.includes(to), `${file}: ${to}`)
    }
  })

  it('is refused in a database that is not empty', async () => {
    const before = await runCommand(['demo'], { dataDirectory, env })
    assert.equal(before.exit, 1)
    assert.match(before.stderr.join('\n'), /^tenantry: this database holds the demo already; for another one name an empty directory/)
  })

  it('killed on its way it is refused the next time, with the way to begin again', async () => {
    const begun = spawnCommand(['demo'], { dataDirectory: killedDirectory, env })
    while (!begun.stdout.some((line) => line.startsWith('about a minute'))) {
      assert.ok(!begun.isOver(), begun.stderr.join('\n'))
      await sleep(50)
    }
    await sleep(500)
    begun.child.kill('SIGKILL')
    await begun.exited
    assert.ok(!begun.stdout.some((line) => line.startsWith('demo password')))
    const { exit, stderr } = await runCommand(['demo'], { dataDirectory: killedDirectory, env })
    assert.equal(exit, 1)
    assert.match(stderr.join('\n'), /never finished, so what it holds is not whole: name an empty directory in DATA_DIR, or remove \S+/)
  })
})

/** The four who were printed, and their password. */
function guestsOf(printed: readonly string[]) {
  const [runsAll, seesAll, runsPart, seesLittle] = printed.flatMap((line) => /^ {2}(\S+@\S+\.example) /.exec(line)?.[1] ?? [])
  const password = /^demo password: (\S+)/m.exec(printed.join('\n'))?.[1]
  return { runsAll, seesAll, runsPart, seesLittle, password }
}

async function totals(service: Service, printed: readonly string[]): Promise<{ admins: number; tenants: number }> {
  const { seesAll, password } = guestsOf(printed)
  const all = await getter(service, password as string)(seesAll as string)
  const count = async (list: string) => (await all(`/api/v1/${list}?pageSize=1`)).totalCount
  return { admins: await count('Admins'), tenants: await count('Tenants') }
}

/** What each of them sees of it. */
async function lookAt(service: Service, printed: readonly string[]): Promise<{ admins: number; tenants: number }> {
  const { runsAll, seesAll, runsPart, seesLittle, password } = guestsOf(printed)
  const get = getter(service, password as string)

  const most = await (await get(runsAll as string))('/api/v1/permissions/explain?permission=settings.update')
  assert.equal(most.allowed, true, 'the first of them runs the platform')

  await lookAtPlatform(await get(runsAll as string))

  const all = await get(seesAll as string)
  const admins = await all('/api/v1/Admins?pageSize=100')
  assert.ok(admins.totalCount >= 280 && admins.totalCount <= 500, `${admins.totalCount} admins`)
  const shown: { email: string; firstName: string; isBlocked: boolean; isActive: boolean }[] = []
  for (let page = 1; page <= 5; page++) shown.push(...(await all(`/api/v1/Admins?pageSize=100&page=${page}`)).items)
  assert.deepEqual(
    shown.filter(({ email }) => !/\.(example|local)$/.test(email)).map(({ email }) => email),
    [],
  )
  assert.ok(shown.some(({ firstName }) => /\p{Script=Arabic}/u.test(firstName)) && shown.some(({ firstName }) => /^[A-Z]/.test(firstName)))
  for (const state of [
    { isBlocked: true, isActive: true },
    { isBlocked: false, isActive: false },
  ])
    assert.ok(shown.some(({ isBlocked, isActive }) => isBlocked === state.isBlocked && isActive === state.isActive))

  const { totalCount } = await all('/api/v1/Tenants?pageSize=1')
  assert.ok(totalCount >= 60 && totalCount <= 120, `${totalCount} tenants`)
  assert.ok((await all('/api/v1/Tenants?status=Suspended')).totalCount >= 2)

  const days = await daysOf(all)
  assert.ok(days.size >= 20, `entries on ${days.size} days`)
  for (const action of [
    'auth.login.succeeded',
    'auth.login.failed',
    'access.denied',
    'auth.account.locked',
    'tenant.deleted',
    'role.deleted',
  ])
    assert.ok((await all(`/api/v1/audit?action=${action}&pageSize=1`)).items.length === 1, action)

  const users = (await all('/api/v1/users?pageSize=100')).items as { emailVerified: boolean; lastLoginAt: string | null }[]
  assert.ok(users.length >= 50, `${users.length} end users`)
  for (const isProved of [true, false]) assert.ok(users.some(({ emailVerified }) => emailVerified === isProved))
  assert.ok(users.some(({ lastLoginAt }) => lastLoginAt !== null))

  const part = await get(runsPart as string)
  const [country] = await part('/api/v1/Tenants/tree')
  assert.deepEqual(heightOf(country), 4, 'a country, its franchises, shops and branches')
  const fewer = (await part('/api/v1/Admins?pageSize=1')).totalCount
  assert.ok(fewer > 10 && fewer < admins.totalCount)

  const little = await get(seesLittle as string)
  const colleagues = (await little('/api/v1/Admins')).items
  assert.ok(colleagues.length > 1 && colleagues.every((one: object) => !('email' in one) && !('phoneNumber' in one)))
  return { admins: admins.totalCount, tenants: totalCount }
}

/** What the platform has of its own, and how its mail goes out. */
async function lookAtPlatform(get: Get): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: as what it takes
  const own = async (list: string): Promise<any[]> =>
    (await get(`/api/v1/${list}?pageSize=100`)).items.filter(({ tenantId }: { tenantId: string | null }) => tenantId === null)
  const groups = await own('UserGroups')
  assert.ok(groups.length >= 3 && groups.every(({ memberCount }) => memberCount > 0), JSON.stringify(groups))
  assert.deepEqual(
    new Set((await own('files')).map(({ contentType }) => contentType)),
    new Set(['image/svg+xml', 'text/csv; charset=utf-8']),
  )
  assert.ok((await own('message-templates')).some(({ name }) => name === 'Maintenance notice'))

  const [webhook, ...others] = await own('webhooks')
  assert.deepEqual([webhook.isActive, others], [false, []], 'nobody is called once the service runs')
  const { items } = await get(`/api/v1/webhooks/${webhook.id}/logs?pageSize=100`)
  const ends = Map.groupBy(
    items as { status: string; httpStatus: number; attemptNumber: number; createdAt: string }[],
    ({ status }) => status,
  )
  assert.deepEqual([...ends.keys()].sort(), ['Delivered', 'Failed'])
  assert.ok(ends.get('Delivered')!.some(({ attemptNumber }) => attemptNumber === 2))
  assert.deepEqual(
    ends.get('Failed')!.map(({ httpStatus, attemptNumber }) => [httpStatus, attemptNumber]),
    [[503, 4]],
  )
  assert.ok(new Set(items.map(({ createdAt }: { createdAt: string }) => createdAt.slice(0, 10))).size >= 5, 'over the month')

  const { sent, failed, bounced } = await get('/api/v1/emails/stats')
  assert.ok(sent >= 50 && failed >= 1 && failed <= 5 && bounced > failed && bounced <= 10, JSON.stringify({ sent, failed, bounced }))
  const { items: newest } = await get('/api/v1/emails?pageSize=100')
  assert.deepEqual(
    newest.filter(
      ({ templateName, status }: Record<string, string>) => templateName === 'email_verification' && /queued|scheduled/.test(status!),
    ),
    [],
  )
}

interface Node {
  readonly children: readonly Node[]
}
const heightOf = ({ children }: Node): number => 1 + Math.max(0, ...children.map(heightOf))

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it then asserts
type Get = (path: string) => Promise<any>
const getter =
  (service: Service, password: string) =>
  async (identifier: string): Promise<Get> => {
    const login = await service.http.post('/api/v1/auth/admin/login', { identifier, password })
    const { accessToken } = expectStatus(login, 200).json
    return async (path) => expectStatus(await service.http.get(path, { token: accessToken }), 200).json
  }

async function daysOf(
  get: (path: string) => Promise<{ items: { timestamp: string }[]; nextCursor?: string | null }>,
): Promise<Set<string>> {
  const days = new Set<string>()
  let cursor: string | null | undefined = ''
  while (cursor !== null && cursor !== undefined) {
    const page = await get(`/api/v1/audit?pageSize=100${cursor && `&cursor=${cursor}`}`)
    for (const { timestamp } of page.items) days.add(timestamp.slice(0, 10))
    cursor = page.nextCursor
  }
  return days
}
