import { type Kysely, sql } from 'kysely'
import { after, secondsMs } from '#core/clock.ts'
import { AppError } from '#core/errors.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { Context, PublicContext, Service } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import type { Tables } from '#db/tables.ts'
import { emit, type Json } from '#events/emit.ts'
import { erasedName } from '#events/erased-name.ts'
import type { PeriodicJob } from '#jobs/periodic.ts'

/** How long a process that says nothing counts as alive. */
const leaseMs = secondsMs(30)
export const renewEveryMs = secondsMs(5)

type Facts = Readonly<Record<string, Json | undefined>>

/** Why an export is not whole. */
export type Shortfall = 'cancelled' | 'refused' | 'failed' | 'process_ended'

interface Row {
  adminId: string
  tenantId: string | null
  onBehalfOfId: string | null
  data: Facts
  person: { name: string | null; ip: string; userAgent: string | null; sessionId?: string; data: Facts }
  entries: number
  traceId: string
  parentTraceId: string | null
}

const returned = sql`returning admin_id, tenant_id, on_behalf_of_id, data, person, entries, trace_id, parent_trace_id`

/** The one export that an admin makes at a time, over all processes. */
export class ExportLease {
  readonly #ctx: Context
  readonly #id: string

  private constructor(ctx: Context, id: string) {
    this.#ctx = ctx
    this.#id = id
  }

  /**
   * Takes the admin's place, also that of an export whose process died, which is told of then.
   * @param data what the event says of it; `personal` goes when the admin is erased
   * @throws AppError 409 while another of the admin goes on
   */
  // unscoped: the caller's own
  static async take(ctx: Context, data: Facts, personal: Facts): Promise<ExportLease> {
    const { actor, service } = ctx
    const id = uuidv7(ctx.now)
    const { ip, userAgent } = ctx
    const person = { name: actor.impersonatorName ?? actor.name, ip, userAgent, sessionId: actor.sessionId, data: personal }
    const adminId = actor.impersonatorId ?? actor.id
    const onBehalfOfId = actor.impersonatorId === null ? null : actor.id
    await transact(ctx, async ({ db }) => {
      await tellEnded(service, db, sql`admin_id = ${adminId} and lease_until <= ${ctx.now}`)
      const { numAffectedRows } = await sql`
        insert into audit_exports (admin_id, id, tenant_id, on_behalf_of_id, data, person, lease_until, trace_id, parent_trace_id)
        values (${adminId}, ${id}, ${actor.tenantId}, ${onBehalfOfId}, ${JSON.stringify(data)}::jsonb, ${JSON.stringify(person)}::jsonb,
          ${after(ctx.now, leaseMs)}, ${ctx.traceId}, ${ctx.parentTraceId})
        on conflict (admin_id) do nothing`.execute(db)
      if (numAffectedRows !== 1n) throw new AppError(409, 'state_conflict', { sentence: 'export_running' })
    })
    return new ExportLease(ctx, id)
  }

  /** Keeps the place, and how many entries were handed out. @returns whether it is still held */
  // unscoped: the caller's own
  async renew(entries: number): Promise<boolean> {
    const { database, clock } = this.#ctx.service
    const { numAffectedRows } = await sql`
      update audit_exports set lease_until = ${after(clock.now(), leaseMs)}, entries = ${entries} where id = ${this.#id}`.execute(
      database.kysely,
    )
    return numAffectedRows === 1n
  }

  /** Frees the place of what was refused before anything of it was read: there is nothing to tell. */
  // unscoped: the caller's own
  async drop(): Promise<void> {
    await sql`delete from audit_exports where id = ${this.#id}`.execute(this.#ctx.service.database.kysely)
  }

  /** Frees the place and says in the log what was handed out; where the lease was lost, that is told already. */
  // unscoped: the caller's own
  async end(entries: number, reason?: Shortfall): Promise<void> {
    const ctx = { ...this.#ctx, now: this.#ctx.service.clock.now() }
    await transact(ctx, async (inner) => {
      const { rows } = await sql<Row>`delete from audit_exports where id = ${this.#id} ${returned}`.execute(inner.db)
      // as the row says now: of somebody who was erased meanwhile nothing is left in it
      for (const row of rows) await tell({ ...inner, ip: row.person.ip, userAgent: row.person.userAgent }, { ...row, entries }, reason)
    })
  }
}

async function tell(ctx: PublicContext, row: Row, reason: Shortfall | undefined): Promise<void> {
  await emit(ctx, 'audit.exported', {
    tenantId: row.tenantId,
    actor: { id: row.adminId, kind: 'admin', name: row.person.name, onBehalfOfId: row.onBehalfOfId },
    sessionId: row.person.sessionId,
    data: { ...row.data, count: row.entries, reason },
    personData: row.person.data,
  })
}

/** Ends the exports that `which` names, in the transaction of `db`, and says of each what was handed out before its process died. */
// unscoped: the caller's own, or a job over all tenants
async function tellEnded(service: Service, db: Kysely<Tables>, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<Row>`delete from audit_exports where ${which} ${returned}`.execute(db)
  for (const row of rows) {
    const { ip, userAgent } = row.person
    const ctx = { ...systemContext(service, row.traceId, row.parentTraceId), db, inTransaction: true, ip, userAgent }
    await tell(ctx, row, 'process_ended')
  }
  return rows.length
}

/**
 * Takes names, addresses and words that were searched out of the exports of accounts that are erased: their events are written when they end,
 * which may be behind the walk that erases events.
 */
// unscoped: a job, by accounts that are marked as erased
export async function eraseFromExports(db: Kysely<Tables>, accountIds: readonly string[]): Promise<void> {
  const person = { name: erasedName, ip: '', userAgent: null, data: {} } satisfies Row['person']
  await sql`
    update audit_exports set person = ${JSON.stringify(person)}::jsonb where admin_id = any(${accountIds}::uuid[])`.execute(db)
}

const batch = 100

/** Tells of exports whose process died, soon after their leases ran out. */
// unscoped: a job over all tenants
export const exportJobs: readonly PeriodicJob[] = [
  {
    name: 'audit.exports',
    everySeconds: 60,
    async run(service, now, signal) {
      for (let told = batch; told === batch; ) {
        signal.throwIfAborted()
        const dead = sql`admin_id = any(array(
          select admin_id from audit_exports where lease_until <= ${now} order by admin_id limit ${batch} for update skip locked))`
        told = await transact(systemContext(service), ({ db }) => tellEnded(service, db, dead))
      }
    },
  },
]
