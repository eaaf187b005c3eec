/** The real service as a process of its own: started, spoken to, killed. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { noteAnswer } from '../contract/answers.ts'
import { atEnd } from './cleanup.ts'
import { type Client, client } from './http.ts'
import { eventually } from './ports.ts'
import { preparedDirectory } from './snapshots.ts'

export interface ServiceOptions {
  /** Over what the service gets anyway; nothing of the test's own environment reaches it. `undefined` takes one away. */
  env?: Record<string, string | undefined>
  /** None or null is the embedded database in the data directory. */
  databaseUrl?: string | null
  /**
   * A fresh one is made, and removed afterwards, unless given: pass the same one to start again on the same data. A service on the embedded
   * database finds one there with all migrations (`putMigratedDatabase`): to make it takes seconds, and has tests of its own.
   */
  dataDirectory?: string
  /** What runs; the entry of the sources unless given (the package's test runs the compiled one). */
  command?: readonly string[]
  /** In a process group of its own, to be signalled as one. */
  detached?: boolean
}

export interface Service extends AsyncDisposable {
  /** `http://host:port` as the service printed it. */
  readonly url: string
  readonly http: Client
  readonly pid: number
  readonly dataDirectory: string
  /** Lines, as they come. */
  readonly stdout: readonly string[]
  readonly stderr: readonly string[]
  /** The lines of standard output that are JSON objects. */
  readonly logs: readonly Record<string, unknown>[]
  /** What the service printed as `bootstrap password: …`. */
  readonly bootstrapPassword: string | undefined
  /** The exit code, or the signal that ended the process. */
  readonly exited: Promise<number | NodeJS.Signals>
  /** Sends the signal, SIGKILL unless given, and waits for the end. @returns what `exited` says */
  kill(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>
  /** SIGSTOP and SIGCONT: the process stands still, its connections stay open. */
  pause(): void
  resume(): void
}

/** Everything the service says about itself when it does not get as far as listening. */
export class ServiceEndedAtStart extends Error {
  override readonly name = 'ServiceEndedAtStart'
  readonly exit: number | NodeJS.Signals
  readonly stdout: readonly string[]
  readonly stderr: readonly string[]

  constructor(exit: number | NodeJS.Signals, stdout: readonly string[], stderr: readonly string[]) {
    super(`the service ended at start with ${exit}:\n${[...stdout, ...stderr].join('\n')}`)
    this.exit = exit
    this.stdout = stdout
    this.stderr = stderr
  }
}

/** The secret of every service under test that has a PostgreSQL: several on one database must share it. */
export const testMasterSecret = 'u7Jm2qXv0sKeYb5tR9wLhZ3cNfG8dPaQ4ixTo6E1'

const root = join(import.meta.dirname, '../..')
const sourceCommand = [process.execPath, '--conditions=source', join(root, 'src/bin.js')]

/**
 * Starts the service on a free port and waits until it listens. It is killed when the test file ends.
 *
 * @throws ServiceEndedAtStart when it ends before
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const isPrepared = options.dataDirectory === undefined && !options.databaseUrl && !options.command
  const started = spawnService(options, [], isPrepared ? await preparedDirectory() : undefined)
  const listening = /^listening on (http:\S+)$/
  const url = await eventually(
    'the service to listen',
    () => started.isOver() || started.stdout.map((line) => listening.exec(line)?.[1]).find(Boolean),
    120_000,
  ).catch(async (error) => {
    await started.stop()
    throw new Error(`${error.message}:\n${[...started.stdout, ...started.stderr].join('\n')}`)
  })
  if (url === true) throw new ServiceEndedAtStart(await started.exited, started.stdout, started.stderr)
  const { child, stdout, stderr, exited } = started
  return {
    url,
    // what another version answers, its own document says
    http: client(url, undefined, options.command ? undefined : noteAnswer),
    pid: child.pid!,
    dataDirectory: started.dataDirectory,
    stdout,
    stderr,
    get logs() {
      return stdout.flatMap(jsonObject)
    },
    get bootstrapPassword() {
      return stdout.map((line) => /^bootstrap password: (.+)$/.exec(line)?.[1]).find(Boolean)
    },
    exited,
    kill(signal = 'SIGKILL') {
      child.kill(signal)
      return exited
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    [Symbol.asyncDispose]: started.stop,
  }
}

/** Starts several on one PostgreSQL database at the same moment, each with a data directory of its own. */
export function startReplicas(count: number, options: ServiceOptions & { databaseUrl: string }): Promise<Service[]> {
  return Promise.all(Array.from({ length: count }, () => startService(options)))
}

/**
 * Runs a command of the service to its end: `runCommand(['migrate'], { databaseUrl })`.
 *
 * @returns the exit code or signal, and the lines it printed
 */
export async function runCommand(args: readonly string[], options: ServiceOptions = {}) {
  const { exited, stdout, stderr, stop } = spawnService(options, args)
  const exit = await exited
  await stop()
  return { exit, stdout, stderr }
}

/** A command on its way, to be watched and killed; it is killed when the test file ends. */
export const spawnCommand = (args: readonly string[], options: ServiceOptions = {}) => spawnService(options, args)

function spawnService(options: ServiceOptions, args: readonly string[], prepared?: string) {
  const dataDirectory = options.dataDirectory ?? prepared ?? mkdtempSync(join(tmpdir(), 'tenantry-data-'))
  const [program = process.execPath, ...rest] = options.command ?? sourceCommand
  const child = spawn(program, [...rest, ...args], {
    env: environment(options, dataDirectory),
    stdio: 'pipe',
    detached: options.detached ?? false,
    cwd: root,
  })
  child.stdin.end()
  const stdout = linesOf(child, 'stdout')
  const stderr = linesOf(child, 'stderr')
  let over = false
  // 'close' comes after the last line of both streams, 'exit' may come before.
  const exited = once(child, 'close').then(([code, signal]): number | NodeJS.Signals => {
    over = true
    return signal ?? code
  })
  const removeData = () => options.dataDirectory === undefined && rmSync(dataDirectory, { recursive: true, force: true })
  const stop = atEnd(
    async () => {
      child.kill('SIGKILL')
      // A program that could not be started has told its caller so.
      await exited.catch(() => {})
      removeData()
    },
    () => {
      child.kill('SIGKILL')
      removeData()
    },
  )
  return { child, stdout, stderr, exited, stop, dataDirectory, isOver: () => over }
}

function environment({ env, databaseUrl }: ServiceOptions, dataDirectory: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    // where the suite keeps its sources compiled, so that a service starts sooner
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDirectory,
    BCRYPT_COST: '4',
    ...(databaseUrl && { DATABASE_URL: databaseUrl, MASTER_SECRET: testMasterSecret }),
    ...env,
  }
}

function linesOf(child: ChildProcessWithoutNullStreams, stream: 'stdout' | 'stderr'): string[] {
  const lines: string[] = []
  createInterface({ input: child[stream] }).on('line', (line) => lines.push(line))
  return lines
}

function jsonObject(line: string): Record<string, unknown>[] {
  if (!line.startsWith('{')) return []
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}
