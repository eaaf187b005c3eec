import { EventEmitter } from 'node:events'
import pg from 'pg'
import { backoffMs, pause } from '#db/backoff.ts'
import { connectionOptions } from './postgres.ts'
import { setUpSession } from './session-settings.ts'

/** Wake-up calls between the parts of one process and, on PostgreSQL, between processes. May be lost: whoever listens also polls. */
export interface Notifications {
  /** Resolves once heard; `heard` also gets '' after a reconnection, when calls may have been missed. Returns the end of it. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  /** Sends after the caller has committed; equal calls that wait for one on its way become one. Failures are logged only. */
  notify(channel: string, payload?: string): void
  close(): Promise<void>
}

/** Within one process, for the embedded database, which nobody else can open. */
export function localNotifications(): Notifications {
  const channels = new EventEmitter().setMaxListeners(0)
  return {
    async listen(channel, heard) {
      channels.on(`on ${channel}`, heard)
      return async () => void channels.off(`on ${channel}`, heard)
    },
    notify(channel, payload = '') {
      setImmediate(() => channels.emit(`on ${channel}`, payload))
    },
    async close() {
      channels.removeAllListeners()
    },
  }
}

interface Options {
  url: string
  pool: pg.Pool
  warn(error: unknown, message: string): void
}

/** LISTEN on a connection of its own that comes back by itself, NOTIFY through the pool with at most one per channel on its way. */
export class PostgresNotifications implements Notifications {
  readonly #options: Options
  readonly #heard = new Map<string, Set<(payload: string) => void>>()
  /** Payloads that wait per channel; a channel is here while a NOTIFY of it is on its way. */
  readonly #waiting = new Map<string, Set<string>>()
  readonly #closed = new AbortController()
  #client: pg.Client | null = null
  #running: Promise<void> | null = null
  #connected: (() => void)[] = []

  constructor(options: Options) {
    this.#options = options
  }

  async listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
    const known = this.#heard.get(channel)
    if (known) known.add(heard)
    else this.#heard.set(channel, new Set([heard]))
    if (this.#client && !known) await this.#client.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => {})
    this.#running ??= this.#keepListening()
    if (!this.#client) await new Promise<void>((resolve) => this.#connected.push(resolve))
    return async () => void this.#heard.get(channel)?.delete(heard)
  }

  async #keepListening(): Promise<void> {
    const { url, warn } = this.#options
    for (let attempt = 0, first = true; !this.#closed.signal.aborted; attempt++) {
      // no time limits: it waits for ever, by design
      const client = new pg.Client({ ...connectionOptions(url), application_name: 'tenantry listener' })
      const ended = new Promise<void>((resolve) => client.once('end', resolve))
      client.on('error', (error) => warn(error, 'listening connection lost'))
      client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''))
      try {
        await client.connect()
        await setUpSession(client)
        for (const channel of this.#heard.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
        this.#client = client
        for (const resolve of this.#connected.splice(0)) resolve()
        if (!first) for (const channel of this.#heard.keys()) this.#tell(channel, '')
        first = false
        attempt = 0
        if (this.#closed.signal.aborted) await client.end()
        await ended
      } catch (error) {
        if (attempt === 0) warn(error, 'listening connection failed')
        await client.end().catch(() => {})
      }
      this.#client = null
      await pause(backoffMs(attempt, 50, 2000), this.#closed.signal)
    }
  }

  #tell(channel: string, payload: string): void {
    for (const heard of this.#heard.get(channel) ?? []) {
      try {
        heard(payload)
      } catch (error) {
        this.#options.warn(error, `a listener of ${channel} failed`)
      }
    }
  }

  notify(channel: string, payload = ''): void {
    const waiting = this.#waiting.get(channel)
    if (waiting) return void waiting.add(payload)
    this.#waiting.set(channel, new Set([payload]))
    void this.#send(channel)
  }

  async #send(channel: string): Promise<void> {
    for (;;) {
      const payloads = [...(this.#waiting.get(channel) ?? [])]
      if (payloads.length === 0 || this.#closed.signal.aborted) return void this.#waiting.delete(channel)
      this.#waiting.set(channel, new Set())
      try {
        const client = await this.#options.pool.connect()
        try {
          await client.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [channel, payloads])
        } finally {
          client.release()
        }
      } catch (error) {
        this.#options.warn(error, `notify ${channel} failed`)
      }
    }
  }

  async close(): Promise<void> {
    this.#closed.abort()
    for (const resolve of this.#connected.splice(0)) resolve()
    await this.#client?.end().catch(() => {})
    await this.#running
  }
}
