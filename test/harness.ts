/** The service in this process, over real HTTP on a free port, on a database of its own, with a clock that a test can turn. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceClock } from '#core/clock.ts'
import { createLogger } from '#core/log.ts'
import { openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { createRateLimiter } from '#http/rate-limit/rate-limit.ts'
import { ToldRefusals } from '#http/rate-limit/told-refusals.ts'
import { appOptions, buildApp } from '../src/app.ts'
import { startBackground } from '../src/background.ts'
import { type Config, readConfig, withBoundPort } from '../src/config.ts'
import { clientReader } from '../src/main.ts'
import { type OpenService, openService } from '../src/service.ts'
import { noteAnswer } from './contract/answers.ts'
import type { ArchivedFiles } from './rig/archived-files.ts'
import { atEnd } from './rig/cleanup.ts'
import { type Client, client, type Reply, type RequestOptions } from './rig/http.ts'
import { testMasterSecret } from './rig/service.ts'
import { sharedPostgresDatabase } from './rig/shared-postgres.ts'
import { migratedFiles, migrationsKey } from './rig/snapshots.ts'

/** Time that a test turns forwards, over the real one. */
export class TestClock extends ServiceClock {
  turnedMs = 0
  override now(): Date {
    return new Date(super.now().getTime() + this.turnedMs)
  }
  turn(ms: number): void {
    this.turnedMs += ms
  }
}

export const superAdmin = { email: 'superadmin@tenantry.local', username: 'superadmin', password: 'zuvaqor-71-Kestrel' }

export interface TestApp extends Client {
  readonly url: string
  readonly open: OpenService
  readonly clock: TestClock
  readonly dataDirectory: string
  readonly config: Config
  /** Every line logged so far, parsed. */
  readonly logs: Record<string, unknown>[]
  /** Signs in and fails loudly when that is not answered with tokens. */
  signIn(identifier: string, password: string, more?: Record<string, unknown>): Promise<Tokens>
  /** The SuperAdmin's access token, signed in once. */
  superToken(): Promise<string>
  close(): Promise<void>
}

export interface Tokens {
  accessToken: string
  refreshToken: string
  user: { id: string; tenantId: string | null }
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it then asserts
  [field: string]: any
}

export interface AppOptions {
  env?: Record<string, string>
  /** Fan-out, mail and periodic jobs run only where a test asks for them. */
  background?: boolean
  /** Where the console was built to; what `npm ci` built unless given. */
  consoleFolder?: string
  /** What an embedded database begins with; all migrations unless given. */
  files?: ArchivedFiles
}

/** Starts the service; it is closed when the test file ends. Limits are off and hashes are cheap unless `env` says otherwise. */
export async function startApp(options: AppOptions = {}): Promise<TestApp> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-app-'))
  const postgres = process.env.TEST_DATABASE === 'postgres'
  const databaseUrl = postgres ? (await sharedPostgresDatabase({ key: migrationsKey(), migrate: fill })).url : undefined
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDirectory,
    MASTER_SECRET: testMasterSecret,
    BOOTSTRAP_ADMIN_PASSWORD: superAdmin.password,
    RATE_LIMITS: 'off',
    BCRYPT_COST: '4',
    // whatever is outside is on loopback here; what holds without it has tests of its own
    WEBHOOK_ALLOW_PRIVATE: 'on',
    LOG_LEVEL: 'debug',
    EMAIL_BOUNCE_SECRET: 'between us and the relay',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...options.env,
  })
  const logs: Record<string, unknown>[] = []
  const log = createLogger({ level: config.logLevel, destination: { write: (line: string) => void logs.push(JSON.parse(line)) } })
  const clock = new TestClock()
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDirectory: null,
    log,
    ...(!postgres && { files: options.files ?? (await migratedFiles()) }),
  })
  const open = await openService(config, log, { database, clock })
  const refusals = new ToldRefusals(open.service, log)
  const { rateLimits } = open.service.options
  const limiter = createRateLimiter({
    enabled: rateLimits.enabled,
    groups: rateLimits.groups,
    cooldownSeconds: rateLimits.otp.cooldownSeconds,
    redisUrl: config.redisUrl,
    log,
    onRefusal: (counter, address) => refusals.note(counter, address),
    now: () => clock.now().getTime(),
  })
  const background = options.background ? startBackground(open.service, config, log) : null
  const app = await buildApp(
    { service: open.service, sessions: open.sessions, activity: open.activity, verifier: open.verifier, limiter },
    { ...appOptions(config, log), ...(options.consoleFolder && { consoleFolder: options.consoleFolder }) },
    clientReader(config),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  open.relocate(withBoundPort(config, port))
  const http = client(`http://127.0.0.1:${port}`, undefined, noteAnswer)
  const close = atEnd(async () => {
    await app.close()
    await background?.stop(2000)
    limiter.close()
    await refusals.stop(2000)
    await open.close()
    rmSync(dataDirectory, { recursive: true, force: true })
  })
  let token: Promise<string> | undefined
  const signIn = async (identifier: string, password: string, more: Record<string, unknown> = {}) => {
    const reply = await http.post('/api/v1/auth/admin/login', { identifier, password, ...more })
    if (reply.status !== 200 || !reply.json.accessToken) throw new Error(`sign-in answered ${reply.status} ${reply.text}`)
    return reply.json as Tokens
  }
  const superToken = () => {
    token ??= signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true }).then(({ accessToken }) => accessToken)
    return token
  }
  return { ...http, url: `http://127.0.0.1:${port}`, open, clock, dataDirectory, config, logs, signIn, superToken, close }
}

/** Two services over one database; the embedded one takes no second, so that both are the same there. */
export async function startTwo(options: AppOptions = {}): Promise<readonly [TestApp, TestApp]> {
  const first = await startApp(options)
  const { databaseUrl } = first.config
  if (databaseUrl === null) return [first, first]
  return [first, await startApp({ ...options, env: { ...options.env, DATABASE_URL: databaseUrl } })]
}

/** Fails with the whole answer when the status is another one. */
export function expectStatus(reply: Reply, status: number): Reply {
  if (reply.status !== status) throw new Error(`expected ${status}, got ${reply.status}: ${reply.text}`)
  return reply
}

/** A tenant with its first admin, whose password is known. */
export async function tenantWithAdmin(app: TestApp, more: { parentTenantId?: string; token?: string; name?: string } = {}) {
  const token = more.token ?? (await app.superToken())
  const mark = randomUUID().slice(0, 8)
  const admin = { email: `admin-${mark}@example.test`, firstName: 'First', lastName: `Admin ${mark}`, password: `zuvaqor-${mark}-Kestrel` }
  const body = {
    name: more.name ?? `Tenant ${mark}`,
    code: `t-${mark}`,
    admin,
    ...(more.parentTenantId && { parentTenantId: more.parentTenantId }),
  }
  const tenant = expectStatus(await app.post('/api/v1/Tenants', body, { token }), 201).json
  return { tenant, admin, signIn: () => app.signIn(admin.email, admin.password, { tenantId: tenant.id }) }
}

export type { Reply, RequestOptions }

async function fill(url: string): Promise<void> {
  const database = await openDatabase({ url, dataDirectory: null, log: createLogger({ level: 'silent' }) })
  await migrate(database)
  await database.close()
}
