import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, statfs } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** No database could be made in the data directory; `message` is what the operator is told. */
export class DatabaseNotMade extends Error {
  constructor(directory: string, why: string, cause?: unknown) {
    super(`no database could be made in ${directory}: ${why.trim().split('\n')[0]}`, { cause })
    this.name = 'DatabaseNotMade'
  }
}

/** What a new database takes of the disk, with what the first start writes into it. */
const neededBytes = 64 * 1024 * 1024
const neededFiles = 1500

/** What the disk lacks for a database, if anything. */
async function lackOfRoom(directory: string): Promise<string | null> {
  const { bavail, bsize, ffree, files } = await statfs(directory)
  if (bavail * bsize < neededBytes) return `the disk is full, and some ${neededBytes / 1024 / 1024} MB are needed`
  // file systems that make room for files as they come tell of none
  if (files > 0 && ffree < neededFiles) return `the disk has no room for more files, and some ${neededFiles} are needed`
  return null
}

const program = fileURLToPath(new URL(`make-database${extname(import.meta.url)}`, import.meta.url))
/**
 * The child lives for seconds, so its code is not worth optimizing; and PostgreSQL's trials for memory end at 128 MB. Without the two
 * `no-` flags one child in twenty hangs for ever: a compiler's thread waits for a collection of garbage by the main thread, and that one,
 * with nothing in its event loop, waits for the compiler (nodejs/node issue 54918).
 */
const flags = ['--liftoff-only', '--no-maglev', '--no-opt', '--wasm-max-mem-pages=2048', '--max-semi-space-size=1', '--v8-pool-size=1']
const mostSaid = 10_000

/**
 * Makes an empty PostgreSQL database in `directory`, unless it holds one. The work is a process of its own, for it takes 200 MB that
 * only the end of a process gives back. It comes into its place whole or not at all, whenever anything ends.
 * @throws DatabaseNotMade
 */
export async function makeDatabase(directory: string): Promise<void> {
  if (existsSync(join(directory, 'PG_VERSION'))) return
  const prefix = `${basename(directory)}.making-`
  const parent = dirname(directory)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  // of starts that were killed; the caller holds the lock, so nobody else is making one
  for (const name of await readdir(parent)) if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true })
  const lack = await lackOfRoom(parent)
  if (lack !== null) throw new DatabaseNotMade(directory, lack)
  const made = join(parent, prefix + randomBytes(6).toString('hex'))
  try {
    await run(made)
    // takes the place of an empty directory, and of no other
    await rename(made, directory)
  } catch (error) {
    await rm(made, { recursive: true, force: true }).catch(() => undefined)
    const said = error instanceof Error ? error.message : String(error)
    // initdb tells of a disk that became full only that one of its programs has ended
    throw new DatabaseNotMade(directory, (await lackOfRoom(parent)) ?? said, error)
  }
}

/** @throws Error with what it said on standard error, when it fails */
async function run(directory: string): Promise<void> {
  await mkdir(directory, { mode: 0o700 })
  const child = spawn(process.execPath, [...flags, program, directory], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < mostSaid) said += text
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('error', reject)
  child.once('close', (code, signal) => (code === 0 ? resolve() : reject(new Error(said || `initdb ended with ${signal ?? code}`))))
  await promise.finally(() => process.off('exit', end))
}
