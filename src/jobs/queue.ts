import { sql } from 'kysely'
import { uuidv7 } from '#core/uuid.ts'
import type { PublicContext } from '#db/rows/context.ts'

/** The channel that wakes the workers after the commit of what was queued; their poll makes up for a call that is lost. */
export const jobsChannel = 'jobs'

export interface NewJob {
  kind: string
  /** What the job needs to know, as JSON; never a secret. */
  payload: { readonly [key: string]: unknown }
  /** Higher first, then age; 0 unless given. */
  priority?: number
  /** Two waiting jobs of one kind and key are one job, with the newer payload; asked for while it runs, it runs once more afterwards. */
  key?: string
  /** Not before; now unless given. */
  runAt?: Date
  /** After how many failures it is kept as dead; 5 unless given. */
  maxAttempts?: number
}

/**
 * Queues a job in the transaction of what it belongs to: both are there, or neither.
 * @returns its id, or that of the open job with the same key.
 */
export async function enqueue(ctx: PublicContext, job: NewJob): Promise<string> {
  if (!ctx.inTransaction) throw new Error(`a ${job.kind} job must be queued in the transaction of its cause`)
  ctx.wakes.add(jobsChannel)
  const { rows } = await sql<{ id: string }>`
    insert into jobs (id, kind, payload, priority, key, run_at, max_attempts, created_at)
    values (${uuidv7(ctx.now)}, ${job.kind}, ${JSON.stringify(job.payload)}, ${job.priority ?? 0}, ${job.key ?? null},
      ${job.runAt ?? ctx.now}, ${job.maxAttempts ?? 5}, ${ctx.now})
    on conflict (kind, key) where key is not null and state <> 'dead' do update set
      payload = excluded.payload,
      priority = greatest(jobs.priority, excluded.priority),
      run_at = case when jobs.state = 'running' then excluded.run_at else least(jobs.run_at, excluded.run_at) end,
      again = jobs.state = 'running'
    returning id`.execute(ctx.db)
  return rows[0]!.id
}

/** Queues jobs whose keys nobody has used: one statement, however many. In the transaction of what they belong to, like `enqueue`. */
export async function enqueueNew(ctx: PublicContext, jobs: readonly NewJob[]): Promise<void> {
  if (!ctx.inTransaction) throw new Error('jobs must be queued in the transaction of their cause')
  if (jobs.length === 0) return
  ctx.wakes.add(jobsChannel)
  const rows = jobs.map(({ kind, payload, priority = 0, key = null, runAt = ctx.now, maxAttempts = 5 }) => ({
    ...{ id: uuidv7(ctx.now), kind, payload, priority, key, runAt, maxAttempts },
  }))
  await sql`
    insert into jobs (id, kind, payload, priority, key, run_at, max_attempts, created_at)
    select id, kind, payload, priority, key, "runAt", "maxAttempts", ${ctx.now} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as j (id uuid, kind text, payload jsonb, priority integer, key text, "runAt" timestamptz, "maxAttempts" integer)`.execute(ctx.db)
}
