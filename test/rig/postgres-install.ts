/** The PostgreSQL that is installed here, and the empty cluster that every throw-away one is copied from. */
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether a PostgreSQL server is installed here. */
export function isPostgresInstalled(): boolean {
  return binaryDirectory() !== undefined
}

/**
 * Why tests of PostgreSQL itself are left out, false where they run: there is none, or the whole run is that on the embedded database, and
 * the one on PostgreSQL has them.
 */
export function withoutPostgres(): string | false {
  if (process.env.TEST_WHOLE === 'embedded') return 'the run on PostgreSQL has it'
  return isPostgresInstalled() ? false : 'no PostgreSQL server is installed'
}

function binaryDirectory(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => version(b) - version(a))
  const path = (process.env.PATH ?? '').split(':').filter(Boolean)
  return [...debian, ...path].find((directory) => existsSync(join(directory, 'initdb')))
}

function version(directory: string): number {
  return Number(directory.split('/')[4])
}

/** The path of one program of the installation. @throws Error when there is none */
export function binary(name: string): string {
  const directory = binaryDirectory()
  if (!directory) throw new Error('no PostgreSQL server is installed: apt-get install postgresql')
  return join(directory, name)
}

export interface Owner {
  uid?: number
  gid?: number
}

/** PostgreSQL refuses to run as root, so root hands it to the user that the package made. */
export function databaseOwner(): Owner {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** A fresh directory that the owner may write. */
export function ownedDirectory(prefix: string, owner: Owner, within = tmpdir()): string {
  const directory = mkdtempSync(join(within, prefix))
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(directory, owner.uid, owner.gid)
  return directory
}

/** initdb takes seconds, a copy of what it made does not: made once per machine, version and user. */
export function emptyCluster(owner: Owner): string {
  const initdb = binary('initdb')
  const release = execFileSync(initdb, ['--version'], { encoding: 'utf8' }).replace(/[^0-9.]+/g, '-')
  const kept = join(tmpdir(), `tenantry-initdb${release}${owner.uid ?? process.getuid?.() ?? 0}`)
  if (existsSync(join(kept, 'PG_VERSION'))) return kept
  const fresh = ownedDirectory('tenantry-initdb-new-', owner)
  execFileSync(initdb, ['-D', fresh, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'], {
    stdio: 'ignore',
    cwd: fresh,
    ...owner,
  })
  try {
    renameSync(fresh, kept)
  } catch {
    // Another test file was quicker; its cluster is as good.
    rmSync(fresh, { recursive: true, force: true })
  }
  return kept
}
