/** The service with tenants, people in them and subscriptions, all made over HTTP; stopped and started again where rows are filled in. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '#core/log.ts'
import { openDatabase, type Session } from '#db/database.ts'
import { atEnd } from '../../test/rig/cleanup.ts'
import type { Service } from '../../test/rig/service.ts'
import { backendsOf, ownDatabase } from '../database.ts'
import { makeTenant, type Tenant } from '../people.ts'
import { cpuSecondsOf } from '../processes.ts'
import { signIn, startOurs, superAdmin } from '../servers.ts'

export interface Hook {
  readonly id: string
  readonly tenantId: string
  readonly path: string
}

export interface Scene {
  readonly databaseUrl: string | null
  readonly dataDirectory: string
  /** @param env more than every service of the scene gets */
  start(env?: Record<string, string>): Promise<Service>
  /** SQL in the database; the embedded one is only there while no service runs. */
  query<T>(work: (session: Session) => Promise<T>): Promise<T>
}

/** An empty database of one kind, with a directory for the service's data. */
export async function openScene(kind: 'embedded' | 'PostgreSQL', env: Record<string, string> = {}): Promise<Scene> {
  const databaseUrl = kind === 'embedded' ? null : await ownDatabase()
  const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-bench-'))
  atEnd(async () => rmSync(dataDirectory, { recursive: true, force: true }))
  return {
    databaseUrl,
    dataDirectory,
    start: (more = {}) =>
      startOurs({
        databaseUrl,
        dataDirectory,
        core: null,
        env: { BCRYPT_COST: '4', WEBHOOK_ALLOW_PRIVATE: 'on', LOG_LEVEL: 'error', ...env, ...more },
      }),
    async query(work) {
      const database = await openDatabase({
        url: databaseUrl,
        dataDirectory: databaseUrl === null ? dataDirectory : null,
        log: createLogger({ level: 'silent' }),
      })
      try {
        return await database.session(work)
      } finally {
        await database.close()
      }
    },
  }
}

export const superToken = async (service: Service): Promise<string> => (await signIn(service, superAdmin)).accessToken

/** Makes something over HTTP. Throws unless that is answered 200, 201 or 202. */
export async function make(service: Service, path: string, body: unknown, token: string) {
  const { status, text, json } = await service.http.post(path, body, { token })
  if (status < 200 || status > 202) throw new Error(`${path} answered ${status}: ${text}`)
  return json
}

export async function makeTenants(service: Service, token: string, count: number): Promise<Tenant[]> {
  const tenants: Tenant[] = []
  for (let n = 0; n < count; n++) tenants.push(await makeTenant(service, token))
  return tenants
}

/** Subscriptions of these tenants, each with an address of its own at the receiver. */
export async function makeHooks(
  service: Service,
  tenants: readonly Tenant[],
  perTenant: number,
  pathOf: (n: number) => string,
  receiverUrl: string,
): Promise<Hook[]> {
  const hooks: Hook[] = []
  for (const { id: tenantId, credentials } of tenants) {
    const { accessToken } = await signIn(service, credentials)
    for (let n = 0; n < perTenant; n++) {
      const path = pathOf(hooks.length)
      const { id } = await make(service, '/api/v1/webhooks', { url: receiverUrl + path, events: ['admin.updated'] }, accessToken)
      hooks.push({ id, tenantId, path })
    }
  }
  return hooks
}

/** Deliveries of each subscription, due at that moment one after the other; their numbers rise with their age. */
export async function fillDue(session: Session, hooks: readonly Hook[], each: number, dueAtMs: number): Promise<void> {
  // of the size of an ordinary body
  await session.query(
    `insert into webhook_deliveries (id, webhook_id, event_id, event, body, status, max_attempts, next_attempt_at, created_at)
    select gen_random_uuid(), w.id, gen_random_uuid(), 'admin.updated',
      '{"event":"admin.updated","timestamp":"2026-11-20T10:00:00.000Z","tenantId":"' || gen_random_uuid() || '","data":{"adminId":"'
        || gen_random_uuid() || '","changedFields":["firstName"],"n":' || n || '}}',
      'Pending', 6, to_timestamp($2::float8 / 1000) + n * interval '1 microsecond', now()
    from generate_series(1, $3::integer) n, unnest($1::uuid[]) as w (id)`,
    [hooks.map(({ id }) => id), dueAtMs, each],
  )
}

/** Processor time so far of a process and of those that serve its database, in seconds. */
export async function cpuOf(pid: number, databaseUrl: string | null): Promise<number> {
  const pids = [pid, ...(databaseUrl === null ? [] : await backendsOf(databaseUrl))]
  return pids.reduce((sum, one) => sum + cpuSecondsOf(one), 0)
}
