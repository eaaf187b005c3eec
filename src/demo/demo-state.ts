import { sql } from 'kysely'
import type { Service } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'

/** Thrown when there is something in the database already. */
export class DatabaseNotEmpty extends Error {
  override readonly name = 'DatabaseNotEmpty'
}

/** Any number that no other advisory lock of ours uses. */
const demoLock = 7_364_002

/**
 * Says in the log that the demo begins, so that what comes after it is never taken for anything else. Of two at once one begins.
 * @param emptied how to come to an empty database, for the sentence
 * @throws DatabaseNotEmpty there are tenants (deleted ones count), or a demo began before, whole or not
 */
// unscoped: asks of the whole database whether it is empty, on the command line
export async function beginDemo(service: Service, emptied: string): Promise<void> {
  await transact(systemContext(service), async (ctx) => {
    await sql`select pg_advisory_xact_lock(${demoLock})`.execute(ctx.db)
    const last = await ctx.db
      .selectFrom('events')
      .select('type')
      .where('tenantId', 'is', null)
      .where('type', 'in', ['service.demo_began', 'service.demo_finished'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last?.type === 'service.demo_finished')
      throw new DatabaseNotEmpty(`this database holds the demo already; for another one ${emptied}`)
    if (last) throw new DatabaseNotEmpty(`a demo was begun in this database and never finished, so what it holds is not whole: ${emptied}`)
    const tenant = await ctx.db.selectFrom('tenants').select('id').limit(1).executeTakeFirst()
    if (tenant) throw new DatabaseNotEmpty(`the demo fills an empty database only, and this one holds tenants: ${emptied}`)
    await emit(ctx, 'service.demo_began', { tenantId: null })
  })
}

export async function finishDemo(service: Service): Promise<void> {
  await transact(systemContext(service), async (ctx) => {
    await emit(ctx, 'service.demo_finished', { tenantId: null })
  })
}
