import { cooldownSeconds, refuseInsideCooldown, takeOnce } from '#accounts/code-limits.ts'
import type { AccountKind, PublicContext, Service } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { enqueue } from '#jobs/queue.ts'
import { ofClient } from './code-caps.ts'
import { addressSubject, type CodePurpose, issueCodes } from './one-time-codes.ts'
import { type ResetTarget, tenantOf } from './reset-accounts.ts'

/** What a request for codes leaves for the job that sends them: whose address, and who asked from where. */
export interface CodeOrder {
  readonly kind: AccountKind
  readonly email: string
  readonly tenant: string | 'any'
  readonly ip: string
  readonly userAgent: string | null
  readonly traceId: string
  /** Not in orders of a former version. */
  readonly parentTraceId?: string | null
}

export interface CodesRequested {
  readonly sent: true
  readonly retryAfterSeconds: number
}

export interface WantedCodes<More extends object> {
  readonly purpose: CodePurpose
  readonly kind: AccountKind
  readonly target: ResetTarget
  /** The kind of job that looks up whose the address is, and sends; its payload is `{ order }`, sealed. */
  readonly jobKind: string
  /** What the job has to know besides. */
  readonly more: More
  /** False where a link is sent, and no code is there to be guessed. */
  readonly hasCode: boolean
}

/** Above all other mail, whose jobs have ten at most: somebody waits for it. */
const priority = 20
/** Some ten minutes: a database that is away for so long must not cost the code that somebody was promised. */
const maxAttempts = 10

/**
 * Has something sent to every account of an address. Whose it is nobody looks up here: a job does, so that the request costs the same for no
 * account, one and ten. Past the caps of a client, an account or a tenant nothing is sent, and nothing is said about it.
 * @throws AppError 400 for a malformed `tenantId`; 429 `rate_limited` where the same client asks for the same address inside the cooldown
 */
export async function requestCodes<More extends object>(ctx: PublicContext, wanted: WantedCodes<More>): Promise<CodesRequested> {
  const { purpose, kind, target, jobKind, more, hasCode } = wanted
  const { email } = target
  const tenant = tenantOf(ctx, target)
  return await transact(ctx, async (ctx) => {
    const subject = addressSubject(ctx, kind, tenant, email)
    await refuseInsideCooldown(ctx, `cooldown:${purpose}`, ofClient(ctx, subject))
    const any = addressSubject(ctx, kind, 'any', email)
    if (hasCode) await issueCodes(ctx, purpose, [], tenant === 'any' ? [any] : [any, subject])
    const order = sealOrder(ctx, jobKind, { kind, email, tenant, ...more })
    await enqueue(ctx, { kind: jobKind, payload: { order }, priority, maxAttempts })
    return { sent: true, retryAfterSeconds: cooldownSeconds(ctx) }
  })
}

/** For the payload of a job, where no address may stand in clear. */
function sealOrder(ctx: PublicContext, jobKind: string, order: Pick<CodeOrder, 'kind' | 'email' | 'tenant'>): string {
  const { ip, userAgent, traceId, parentTraceId } = ctx
  return ctx.service.keys.sealSecret(JSON.stringify({ ...order, ip, userAgent, traceId, parentTraceId }), jobKind)
}

/**
 * Does an order in one transaction, in the name of the request that left it, and once for each job, however often that is run.
 * @throws Error for an order that was sealed under a key this process does not know (yet)
 */
export async function doOrder<More extends object>(
  service: Service,
  job: { readonly id: string; readonly kind: string },
  sealed: string,
  work: (ctx: PublicContext, order: CodeOrder & More) => Promise<void>,
): Promise<void> {
  const order = JSON.parse(service.keys.openSecret(sealed, job.kind)) as CodeOrder & More
  const { ip, userAgent, traceId, parentTraceId } = order
  await transact({ ...systemContext(service, traceId, parentTraceId ?? null), ip, userAgent }, async (ctx) => {
    if (await takeOnce(ctx, job.kind, job.id)) await work(ctx, order)
  })
}
