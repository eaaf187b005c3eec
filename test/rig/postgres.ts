/** A PostgreSQL cluster of the test's own, that may be stopped, killed, frozen and thrown away. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { atEnd } from './cleanup.ts'
import { deadlockReader, keepDeadlocks, logLinePrefix } from './deadlocks.ts'
import { eventually, freePort } from './ports.ts'
import { binary, databaseOwner, emptyCluster, ownedDirectory } from './postgres-install.ts'

export interface ThrowawayPostgres extends AsyncDisposable {
  /** The database `postgres` of this cluster, over TCP. */
  readonly url: string
  readonly port: number
  /** The same database over its unix socket. */
  readonly socketUrl: string
  /** @param template the name of a database to copy @returns the url of a fresh database */
  createDatabase(template?: string): Promise<string>
  /** `immediate` is a crash: no checkpoint, recovery at the next start. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  start(): Promise<void>
  restart(mode?: 'fast' | 'immediate'): Promise<void>
  /** Freezes every process of the cluster: connections stay open and nothing answers. */
  pause(): void
  resume(): void
  /** Another cluster that copies this one, and takes no writes. */
  standby(): Promise<ThrowawayPostgres>
  remove(): Promise<void>
}

/**
 * Starts a cluster on a free port of 127.0.0.1; it is removed when the test file ends.
 *
 * @param options.fsync off unless set; it matters only where the operating system itself goes down
 * @param options.settings more settings of postgresql.conf
 * @param options.within where its files lie; the directory for temporary files unless given
 * @param options.copyOf the url of a running cluster to be the standby of
 * @throws Error when no PostgreSQL is installed
 */
export async function throwawayPostgres(
  options: { fsync?: boolean; settings?: Record<string, string>; within?: string; copyOf?: string } = {},
): Promise<ThrowawayPostgres> {
  const owner = databaseOwner()
  const directory = ownedDirectory('tenantry-postgres-', owner, options.within)
  const data = join(directory, 'data')
  if (options.copyOf === undefined) execFileSync('cp', ['-a', emptyCluster(owner), data])
  else {
    const args = ['-d', options.copyOf, '-D', data, '-R', '-X', 'stream', '-c', 'fast']
    execFileSync(binary('pg_basebackup'), args, { stdio: 'ignore', cwd: directory, ...owner })
  }
  const port = await freePort()
  const fsync = options.fsync ? 'on' : 'off'
  const settings: Record<string, string> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: directory,
    fsync,
    full_page_writes: fsync,
    max_connections: '200',
    // A test fills empty tables within seconds: without statistics its statements scan them whole until the first minute is over.
    autovacuum_naptime: '5s',
    log_line_prefix: logLinePrefix,
    ...options.settings,
  }
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server: ChildProcess | undefined
  let log = ''

  async function start() {
    if (server) throw new Error('the cluster runs already')
    const child = spawn(binary('postgres'), args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: directory, ...owner })
    server = child
    const readDeadlocks = deadlockReader(keepDeadlocks)
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-20_000)
      readDeadlocks(text)
    })
    await eventually(
      'PostgreSQL',
      async () => {
        if (child.exitCode !== null) return 'gone'
        await withClient(url, (client) => client.query('select 1'))
        return 'ready'
      },
      60_000,
    ).then((state) => {
      if (state === 'gone') throw new Error(`PostgreSQL ended at start:\n${log}`)
    })
  }
  async function stop(mode: 'fast' | 'immediate' = 'fast') {
    const child = server
    if (!child) return
    signalAll(child, 'SIGCONT')
    // closed, not only ended: what the log still holds is read as well
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'close') : null
    child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
    server = undefined
  }

  const remove = atEnd(
    async () => {
      await stop('immediate')
      rmSync(directory, { recursive: true, force: true })
    },
    () => {
      if (server) signalAll(server, 'SIGKILL')
      rmSync(directory, { recursive: true, force: true })
    },
  )
  await start()
  return {
    url,
    port,
    socketUrl: `postgres://postgres@/postgres?host=${encodeURIComponent(directory)}&port=${port}`,
    createDatabase: (template) => createDatabase(url, template),
    stop,
    start,
    async restart(mode) {
      await stop(mode)
      await start()
    },
    pause: () => server && signalAll(server, 'SIGSTOP'),
    resume: () => server && signalAll(server, 'SIGCONT'),
    standby: () => throwawayPostgres({ ...options, copyOf: url }),
    remove,
    [Symbol.asyncDispose]: remove,
  }
}

/** Runs `work` on a connection of its own, which is closed afterwards. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  // Without a listener a connection that the server cuts would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Waits until nobody else is connected to the database: what a killed process had sent, a commit too, goes on without it. */
export async function connectionsEnded(url: string): Promise<void> {
  const others = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  await withClient(url, (client) => eventually('other connections to end', async () => (await client.query(others)).rowCount === 0))
}

/**
 * Makes a database with a name of its own on a running cluster.
 *
 * @param template the name of a database to copy, to which nobody may be connected
 * @returns its url
 */
export async function createDatabase(clusterUrl: string, template = 'template1'): Promise<string> {
  const name = `test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`
  await withClient(clusterUrl, (client) =>
    client.query(`create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`),
  )
  return databaseUrl(clusterUrl, name)
}

/** The url of another database of the same cluster. */
export function databaseUrl(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.href
}

/** The postmaster first, so that it starts no new process while its children are signalled. */
function signalAll(server: ChildProcess, signal: NodeJS.Signals): void {
  server.kill(signal)
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent] = readFileSync(`/proc/${entry}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      if (Number(parent) === server.pid) process.kill(Number(entry), signal)
    } catch {
      // The process ended while we looked.
    }
  }
}
