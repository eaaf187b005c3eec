import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'

/** Which of what is dead: one, or all of a kind. */
export type Which = { readonly id: string } | { readonly kind: string }

export interface DeadRow {
  readonly id: string
  readonly type: 'job' | 'event'
  readonly kind: string
  readonly error: string | null
  readonly attempts: number | null
  readonly createdAt: Date
}

/** Behind which ids to go on, so that nothing is taken twice that dies again meanwhile. */
export interface Behind {
  readonly job: string
  readonly event: string
}

/** A job or an event, as the audit log names it. */
export type Taken = Pick<DeadRow, 'id' | 'type' | 'kind'>

const whichJobs = (which: Which) => ('id' in which ? sql<SqlBool>`j.id = ${which.id}` : sql<SqlBool>`j.kind = ${which.kind}`)
// an event is gone from its log once its retention is over: it can only be given up then
const whichEvents = (which: Which) =>
  'id' in which ? sql<SqlBool>`p.event_id = ${which.id}` : sql<SqlBool>`coalesce(e.type, 'unknown') = ${which.kind}`

// unscoped: of the whole service, for whoever runs it
const rowsOf = (limit: number, of: { jobs: RawBuilder<SqlBool>; events: RawBuilder<SqlBool> }) => sql<DeadRow>`
  (select j.id, 'job' as type, j.kind, j.error, j.attempts, j.created_at from jobs j
    where j.state = 'dead' and ${of.jobs} order by j.id desc limit ${limit})
  union all
  (select p.event_id, 'event', coalesce(e.type, 'unknown'), p.error, null, coalesce(e.created_at, p.failed_at)
    from poisoned_events p left join events e on e.id = p.event_id
    where ${of.events} order by p.event_id desc limit ${limit})`

/**
 * What is dead, the newest first: of all, or of a kind.
 * @param after the id behind which to go on
 */
export async function readDead(
  db: Kysely<Tables>,
  { kind, after, offset, limit }: { kind: string | undefined; after: string | null; offset: number; limit: number },
): Promise<DeadRow[]> {
  const beyond = (id: RawBuilder<unknown>) => (after === null ? sql<SqlBool>`true` : sql<SqlBool>`${id} < ${after}::uuid`)
  const isKind = kind === undefined ? null : { kind }
  const of = {
    jobs: sql<SqlBool>`${beyond(sql`j.id`)} and ${isKind ? whichJobs(isKind) : sql`true`}`,
    events: sql<SqlBool>`${beyond(sql`p.event_id`)} and ${isKind ? whichEvents(isKind) : sql`true`}`,
  }
  const { rows } = await sql<DeadRow>`
    select * from (${rowsOf(offset + limit, of)}) dead order by id desc offset ${offset} limit ${limit}`.execute(db)
  return rows
}

/** How many there are, counted up to `most`. */
export async function countDead(db: Kysely<Tables>, kind: string | undefined, most: number): Promise<number> {
  const isKind = kind === undefined ? null : { kind }
  const of = { jobs: isKind ? whichJobs(isKind) : sql<SqlBool>`true`, events: isKind ? whichEvents(isKind) : sql<SqlBool>`true` }
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (select from (${rowsOf(most + 1, of)}) dead limit ${most + 1}) counted`.execute(db)
  return rows[0]!.n
}

const someJobs = (which: Which, behind: Behind, most: number) => sql`
  select j.id from jobs j where j.state = 'dead' and j.id > ${behind.job} and ${whichJobs(which)} order by j.id limit ${most} for update skip locked`

// unscoped: of the whole service, for whoever runs it
const someEvents = (which: Which, behind: Behind, most: number) => sql`
  select p.event_id, coalesce(e.type, 'unknown') as type, e.id is not null as is_kept from poisoned_events p left join events e on e.id = p.event_id
  where p.event_id > ${behind.event} and ${whichEvents(which)} order by p.event_id limit ${most} for update of p skip locked`

/**
 * Has dead jobs tried again, as if they had never been tried, and events that were set aside fanned out again. One whose work waits already,
 * under the same key, is gone: that is the same work. In a transaction.
 * @returns at most `most` of jobs and of events that were taken, in any order
 */
export async function tryAgain(db: Kysely<Tables>, which: Which, behind: Behind, now: Date, most: number): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    with taken as (
      delete from jobs where id = any(array(${someJobs(which, behind, most)}))
      returning id, kind, payload, priority, key, max_attempts, created_at
    ), queued as (
      insert into jobs (id, kind, payload, priority, key, run_at, max_attempts, created_at)
      select id, kind, payload, priority, key, ${now}, max_attempts, created_at from taken
      on conflict (kind, key) where key is not null and state <> 'dead' do nothing
    ), found as materialized (
      ${someEvents(which, behind, most)}
    ), freed as (
      delete from poisoned_events where event_id = any(array(select event_id from found where is_kept)) returning event_id
    ), told as (
      insert into outbox (event_id) select event_id from freed
    )
    select id, 'job' as type, kind from taken
    union all select event_id, 'event', type from found where event_id in (select event_id from freed)`.execute(db)
  return rows
}

/** Forgets dead jobs, and events that were set aside: what they were to do is never done. @returns at most `most` of jobs and of events that were taken, in any order */
export async function giveUp(db: Kysely<Tables>, which: Which, behind: Behind, most: number): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    with taken as (
      delete from jobs where id = any(array(${someJobs(which, behind, most)}))
      returning id, kind
    ), found as materialized (
      ${someEvents(which, behind, most)}
    ), freed as (
      delete from poisoned_events where event_id = any(array(select event_id from found)) returning event_id
    )
    select id, 'job' as type, kind from taken
    union all select event_id, 'event', type from found where event_id in (select event_id from freed)`.execute(db)
  return rows
}
