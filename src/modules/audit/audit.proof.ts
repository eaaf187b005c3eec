import { sql } from 'kysely'
import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { Semaphore } from '#core/turns/semaphore.ts'
import type { Context } from '#db/rows/context.ts'
import { findChain } from '#events/seals/chain.ts'
import { isCheckpointHeld, newestCheckpoint } from '#events/seals/checkpoint.ts'
import { countUnsealed } from '#events/seals/unsealed.ts'
import { verifyLog } from '#events/seals/verify.ts'
import type { AuditCheckpoint, AuditVerification, VerifyQuery } from './audit.proof.schema.ts'

/** Seals that one call looks at: a second or two of a core. */
const mostSeals = 100_000
/** One proof at a time takes the turns that are left between the requests of others; so many wait. */
const turns = new Semaphore(1, 16)

/** The newest seal of a log that the caller may prove. @throws 404 */
export async function readCheckpoint(ctx: Context, asked: string | undefined): Promise<z.input<typeof AuditCheckpoint>> {
  const tenantId = await provableLog(ctx, asked)
  return { tenantId, ...(await newestCheckpoint(ctx.service.database.kysely, tenantId)) }
}

/** Proves a log that the caller may prove, or as much of it as one call may. @throws 404, and 503 while too many wait for their turn */
export async function proveLog(
  ctx: Context,
  { tenantId: asked, checkpoint, fromSequence = 1 }: z.output<typeof VerifyQuery>,
  isGone: () => boolean,
): Promise<z.input<typeof AuditVerification>> {
  const tenantId = await provableLog(ctx, asked)
  const db = ctx.service.database.kysely
  const { checked, erased, firstBreak, nextSequence } = await turns.pass(() =>
    verifyLog(ctx.service, tenantId, { fromSequence, most: mostSeals, isGone }),
  )
  const isCut = firstBreak === null && checkpoint !== undefined && !(await isCheckpointHeld(db, tenantId, checkpoint))
  const first = isCut ? { entryId: null, kind: 'removed' as const } : firstBreak
  return { valid: first === null, checked, unsealed: await countUnsealed(db, tenantId), erased, firstBreak: first, nextSequence }
}

/**
 * A tenant's admin proves the log of the own tenant, one of the platform any, of tenants that are gone too. What is not theirs is as
 * unknown as what there never was.
 */
async function provableLog({ actor, service }: Context, asked: string | undefined): Promise<string | null> {
  if (asked === undefined || asked === actor.tenantId) return actor.tenantId
  if (actor.tenantId !== null) throw notFound('tenantId')
  const isKnown = service.tenants.node(asked) !== undefined || (await findChain(service.database.kysely, asked)) !== null
  if (!isKnown && !(await isLogged(service, asked))) throw notFound('tenantId')
  return asked
}

// unscoped: for admins of the platform
async function isLogged({ database }: Context['service'], tenantId: string): Promise<boolean> {
  const { rows } = await sql`select from events where tenant_id = ${tenantId}::uuid limit 1`.execute(database.kysely)
  return rows.length > 0
}
