import { type Kysely, sql } from 'kysely'
import { before, daysMs } from '#core/clock.ts'
import type { ListedObject } from '#core/object-store.ts'
import type { Service } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'
import type { PeriodicJob } from '#jobs/periodic.ts'
import { shownLogoPath } from '#modules/tenants/tenants.logo.ts'

/** What is younger may belong to an upload whose row is about to be written. */
const leastAgeMs = daysMs(1)

/** A folder of the store, and which of some keys in it a row names. */
interface Folder {
  readonly name: string
  readonly named: (db: Kysely<Tables>, objects: readonly ListedObject[]) => Promise<ReadonlySet<string>>
}

const folders: readonly Folder[] = [
  { name: 'files', named: namedFiles },
  { name: 'avatars', named: shownAvatars },
  { name: 'logos', named: shownLogos },
]

/**
 * Takes away what lies in the store and no row names: what a process left that died between object and row, or row and object. What is older
 * than the database stays: it was another one's, whose rows may be restored yet, and a start with a new one by mistake must not end it. Pictures
 * that are shown and not counted yet, as those of an older version, are counted as their tenant's.
 */
// unscoped: a job over all tenants
export async function sweepStorage({ database, objects }: Service, now: Date, signal: AbortSignal): Promise<void> {
  const [earliest, latest] = [await madeAt(database.kysely), before(now, leastAgeMs)]
  for (const { name, named } of folders) {
    for await (const page of objects.list(name)) {
      signal.throwIfAborted()
      const kept = await named(database.kysely, page)
      const orphans = page.flatMap(({ key, modifiedAt }) => (modifiedAt >= earliest && modifiedAt < latest && !kept.has(key) ? [key] : []))
      if (orphans.length === 0) continue
      await sql`delete from stored_pictures where key = any(${orphans})`.execute(database.kysely)
      for (const key of orphans) {
        signal.throwIfAborted()
        await objects.delete(key)
      }
    }
  }
  await objects.deleteUnfinished(latest)
}

/** When the tables were made: a restore makes them, too. */
async function madeAt(db: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select min(applied_at) as at from schema_migrations`.execute(db)
  return rows[0]!.at
}

// unscoped: a job over all tenants
async function namedFiles(db: Kysely<Tables>, objects: readonly ListedObject[]): Promise<ReadonlySet<string>> {
  const keys = objects.map(({ key }) => key)
  const { rows } = await sql<{ key: string }>`select key from files where key = any(${keys})`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

const addressOf = (key: string): string => `/files/${key}`
const keysOf = (rows: readonly { url: string }[]): ReadonlySet<string> => new Set(rows.map(({ url }) => url.slice('/files/'.length)))

/** The rows that show them are held until they are counted: a picture that is replaced meanwhile is not counted behind its end. */
// unscoped: a job over all tenants
async function shownAvatars(db: Kysely<Tables>, objects: readonly ListedObject[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ url: string }>`
    with listed as (
      select * from unnest(${objects.map(({ key }) => addressOf(key))}::text[], ${objects.map(({ bytes }) => bytes)}::bigint[]) as l (url, bytes)
    ), shown as materialized (
      select a.avatar_url as url, a.tenant_id, l.bytes from listed l join accounts a on a.avatar_url = l.url order by a.id for share of a
    ), counted as (
      insert into stored_pictures (key, tenant_id, bytes) select distinct on (url) substr(url, 8), tenant_id, bytes from shown
      on conflict (key) do nothing
    )
    select url from shown`.execute(db)
  return keysOf(rows)
}

/** As the logo of the tenant that shows it, by its path or by a whole address; of several, of the first. */
// unscoped: a job over all tenants
async function shownLogos(db: Kysely<Tables>, objects: readonly ListedObject[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ url: string }>`
    with listed as (
      select * from unnest(${objects.map(({ key }) => addressOf(key))}::text[], ${objects.map(({ bytes }) => bytes)}::bigint[]) as l (url, bytes)
    ), own as materialized (
      select l.url, t.id as tenant_id, l.bytes from listed l join tenants t on ${shownLogoPath('t.logo_url')} = l.url order by t.id for share of t
    ), shown as (
      select * from own
      union all select l.url, s.tenant_id, l.bytes from listed l join tenant_settings s on ${shownLogoPath('s.logo_url')} = l.url
      union all select l.url, s.tenant_id, l.bytes from listed l join tenant_settings s on ${shownLogoPath('s.favicon_url')} = l.url
    ), counted as (
      insert into stored_pictures (key, tenant_id, bytes) select distinct on (url) substr(url, 8), tenant_id, bytes from shown order by url, tenant_id
      on conflict (key) do nothing
    )
    select url from shown`.execute(db)
  return keysOf(rows)
}

export const storageJobs: readonly PeriodicJob[] = [
  { name: 'storage.sweep', everySeconds: 86_400, run: (service, now, signal) => sweepStorage(service, now, signal) },
]
