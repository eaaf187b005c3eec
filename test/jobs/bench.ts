/** A database with the service's background work around it, and a clock that tests turn. */
import { randomBytes } from 'node:crypto'
import type { Clock } from '#core/clock.ts'
import { settle } from '#core/settings/declaration.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { KeyRing } from '#db/keys/keys.ts'
import { ServiceSettings } from '#db/live/service-settings.ts'
import { TenantSettings } from '#db/live/tenant-settings.ts'
import { TenantTree } from '#db/live/tenant-tree.ts'
import { migrate } from '#db/migrate.ts'
import type { PublicContext, Service } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { checkedClient } from '#outside/http-client/checked-client.ts'
import { atEnd } from '../rig/cleanup.ts'
import { migratedFiles } from '../rig/snapshots.ts'

export class TurnedClock implements Clock {
  #offsetMs = 0

  now(): Date {
    return new Date(Date.now() + this.#offsetMs)
  }

  turn(seconds: number): void {
    this.#offsetMs += seconds * 1000
  }
}

/** What was logged: message and fields. */
export type LogEntry = { level: string; message: string } & Record<string, unknown>

export interface Bench {
  service: Service
  database: Database
  clock: TurnedClock
  logged: LogEntry[]
  log: { info: LogWrite; warn: LogWrite; error: LogWrite }
  ctx(): PublicContext
  /** Runs work in a transaction of a request that nobody is signed in to. */
  transact<T>(work: (ctx: PublicContext) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface Place {
  url?: string | null
  dataDirectory?: string | null
}

type LogWrite = (fields: unknown, message?: string) => void

async function openMigrated(url: string | null, dataDirectory: string | null): Promise<Database> {
  const log = { info() {}, warn() {}, error: console.error }
  const database = await openDatabase({ url, dataDirectory, log, ...(url === null && { files: await migratedFiles() }) })
  await migrate(database)
  return database
}

/** A fresh embedded database in memory, or that of a directory, or the one behind `url`, migrated; closed when the test file ends. */
export async function openBench({ url = null, dataDirectory = null }: Place = {}): Promise<Bench> {
  const database = await openMigrated(url, dataDirectory)
  const http = checkedClient(() => ({ dnsServers: [], allowsPrivate: true }))
  const close = atEnd(async () => {
    await http.close()
    await database.close()
  })
  const clock = new TurnedClock()
  const logged: LogEntry[] = []
  const write =
    (level: string): LogWrite =>
    (fields, message = '') =>
      logged.push({ ...(fields as object), level, message })
  const tenants = await TenantTree.load(database)
  const values = settle()
  const webhooks = { ...values.webhooks, allowsPrivate: true, jitterPercent: 0, timeoutMs: 5000, port: 1 }
  const keys = await KeyRing.open(database, ['a master secret for tests only, 32 bytes or more'], clock.now())
  const log = { warn: write('warn') }
  const serviceSettings = await ServiceSettings.load({ database, keys, environment: new Map(), log })
  const service = {
    database,
    clock,
    keys,
    tenants,
    settings: await TenantSettings.load(database, tenants),
    serviceSettings,
    options: {
      publicUrl: 'http://tenantry.example:8080',
      mailFrom: 'no-reply@tenantry.example',
      webhooks,
      features: values.features,
      notificationDays: values.general.notificationRetentionDays,
      mailDays: values.email.retentionDays,
      mailContentDays: values.email.contentRetentionDays,
    },
    http,
    domains: { ownerOf: () => undefined },
    // nobody signs in here: live state, password hashing and storage are not part of it
  } as unknown as Service
  const ctx = (): PublicContext => ({
    service,
    db: database.reader,
    inTransaction: false,
    now: clock.now(),
    ip: '127.0.0.1',
    userAgent: null,
    // of one request: events of one trace are told of together
    traceId: randomBytes(16).toString('hex'),
    parentTraceId: null,
    language: 'en',
    emitted: [],
    revoked: [],
    wakes: new Set(),
  })
  return {
    service,
    database,
    clock,
    logged,
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    ctx,
    transact: (work) => transact(ctx(), work),
    close,
  }
}
