import { mkdir, readdir, rm, unlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { daysMs, minutesMs } from '#core/clock.ts'
import type { Service } from '#db/rows/context.ts'
import type { JobLog } from '#jobs/job.ts'
import type { PeriodicJob } from '#jobs/periodic.ts'
import { backUpApart } from './backup-apart.ts'
import type { BackupState } from './backup-state.ts'
import { claimDirectory } from './directory-owner.ts'

export interface NightlyBackup {
  /** Where the backups are kept; nothing else of these names is. */
  readonly directory: string
  readonly dataDirectory: string
  readonly storageUrl: string
  /** `archiveKey` of the master secret. */
  readonly key: Buffer
  readonly log: JobLog
  /** Told what is found and what is made. */
  readonly state: BackupState
}

const kept = 7
/** Of the day in UTC. */
const nightBegins = 2 * 3_600_000
/** A backup that failed is not tried anew sooner: each reads the whole database. */
const pauseMs = minutesMs(60)

const ours = /^tenantry-\d{8}T\d{6}Z\.backup$/
const unfinished = /^\.tenantry-\d{8}T\d{6}Z\.backup\.[0-9a-f]+\.tmp$/
/** When the backup of this name was begun. */
const timeOf = (name: string): Date =>
  new Date(name.replace(/^tenantry-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/, '$1-$2-$3T$4:$5:$6Z'))
const nameAt = (time: Date): string => `tenantry-${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`

/** The newest moment at which two o'clock in the night began. */
const lastNight = (now: Date): Date => new Date(Math.floor((now.getTime() - nightBegins) / daysMs(1)) * daysMs(1) + nightBegins)

/**
 * Backs the embedded database up once a night while it serves, after two o'clock (UTC), or as soon as it runs again; the last seven are kept,
 * and none is removed before a newer one is whole. What fails is told as of every periodic job, and tried again after an hour.
 */
export function nightlyBackup(options: NightlyBackup): PeriodicJob {
  const { directory, dataDirectory, storageUrl, key, log, state } = options
  const copy = join(dataDirectory, 'backup-copy')
  let failure: { error: unknown; at: number } | null = null

  async function backUp({ database }: Service, now: Date, signal: AbortSignal): Promise<void> {
    const path = join(directory, nameAt(now))
    const makeCopy = () => database.copyFiles(join(copy, 'database'), signal)
    try {
      const made = await backUpApart({ path, key: key.toString('hex'), storageUrl, copy }, makeCopy, signal)
      log.info({ path, ...made }, 'backed up')
      if (made.missing > 0) log.warn({ path, missing: made.missing }, 'rows name files that the storage does not hold')
    } finally {
      await rm(copy, { recursive: true, force: true })
    }
    // a name of a time to come is of a clock that was wrong: it must not push out what was just made
    const known = (await backupsIn(directory)).filter((name) => name <= basename(path))
    for (const name of known.slice(0, -kept)) await unlink(join(directory, name))
  }

  return {
    name: 'backup.nightly',
    everySeconds: 600,
    async run(service, now, signal) {
      if (failure && now.getTime() - failure.at < pauseMs) throw failure.error
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 })
        await claimDirectory(directory, service.keys.lookupHash('owner of backups').subarray(0, 8).toString('hex'))
        await removeUnfinished(directory, copy)
        // of a time to come there can be none
        const newest = (await backupsIn(directory)).findLast((name) => name <= nameAt(now))
        state.found(newest === undefined ? null : timeOf(newest))
        if (newest === undefined || newest < nameAt(lastNight(now))) {
          await backUp(service, now, signal)
          state.found(timeOf(nameAt(now)))
          state.ended('made')
        }
        failure = null
      } catch (error) {
        if (!signal.aborted) {
          failure = { error, at: now.getTime() }
          state.ended('failed')
        }
        throw error
      }
    },
  }
}

/** Those that are whole, the oldest first. */
async function backupsIn(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => ours.test(name)).sort((a, b) => (a < b ? -1 : 1))
}

/** What processes left that were killed; nobody else works here, for the directory is claimed and the database has one process. */
async function removeUnfinished(directory: string, copy: string): Promise<void> {
  await rm(copy, { recursive: true, force: true })
  for (const name of await readdir(directory)) if (unfinished.test(name)) await unlink(join(directory, name))
}
