/** A PgBouncer between a test and its PostgreSQL. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atEnd } from './cleanup.ts'
import { eventually, freePort } from './ports.ts'
import { withClient } from './postgres.ts'
import { databaseOwner, ownedDirectory } from './postgres-install.ts'

export interface ThrowawayPgBouncer extends AsyncDisposable {
  /** The same database, through it. */
  through(databaseUrl: string): string
  close(): Promise<void>
}

/** Whether PgBouncer is installed here. */
export const isPgBouncerInstalled = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0

/**
 * Starts it on a free port of 127.0.0.1, in front of a server that trusts everybody, as it comes: it refuses every parameter at the start of
 * a connection that it does not know. It ends with the test file.
 *
 * @param settings more lines of its section `[pgbouncer]`
 */
export async function throwawayPgBouncer(serverUrl: string, settings: Record<string, string>): Promise<ThrowawayPgBouncer> {
  const owner = databaseOwner()
  const directory = ownedDirectory('tenantry-pgbouncer-', owner)
  const port = await freePort()
  const { hostname, port: serverPort } = new URL(serverUrl)
  const all = { listen_addr: '127.0.0.1', listen_port: String(port), unix_socket_dir: '', auth_type: 'any', ...settings }
  const file = join(directory, 'pgbouncer.ini')
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(file, ['[databases]', `* = host=${hostname} port=${serverPort} user=postgres`, '[pgbouncer]', ...lines, ''].join('\n'))
  chmodSync(file, 0o644)
  const server: ChildProcess = spawn('pgbouncer', [file], { stdio: 'ignore', cwd: directory, ...owner })
  const remove = () => rmSync(directory, { recursive: true, force: true })
  const close = atEnd(
    async () => {
      const ended = server.exitCode === null && server.signalCode === null ? once(server, 'close') : null
      server.kill('SIGKILL')
      await ended
      remove()
    },
    () => {
      server.kill('SIGKILL')
      remove()
    },
  )
  const through = (databaseUrl: string) => {
    const url = new URL(databaseUrl)
    url.hostname = '127.0.0.1'
    url.port = String(port)
    return url.href
  }
  await eventually('PgBouncer', () =>
    server.exitCode !== null ? true : withClient(through(serverUrl), (db) => db.query('select 1')).then(() => true),
  )
  if (server.exitCode !== null) throw new Error(`PgBouncer ended at start with ${server.exitCode}`)
  return { through, close, [Symbol.asyncDispose]: close }
}
