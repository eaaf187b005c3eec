import { sql } from 'kysely'
import { before, minutesMs } from '#core/clock.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { type AttemptResult, makeAttempt } from './attempt.ts'
import { type LockedTarget, tenantMaySend } from './claims.ts'
import { writeAttempts } from './marks.ts'
import { openSecrets } from './opened-secrets.ts'
import { isSuccess } from './outcome.ts'
import { webhookNumbers } from './webhook-numbers.ts'

export interface WantedTest {
  readonly event: string
  /** The text that is sent. */
  readonly body: string
  /** What is written with it: emits the event of the test. Gets the id of the delivery. */
  alongside?(ctx: PublicContext, deliveryId: string): Promise<void>
}

/**
 * `unknown`: there is no such subscription any more; `shut`: nothing leaves in the name of its tenant, or of anybody; `too_many`: this minute has
 * had its tests.
 */
type NotTested = 'unknown' | 'shut' | 'too_many'
export type TestResult = ({ readonly eventId: string; readonly status: 'Delivered' | 'Failed' } & AttemptResult) | NotTested

type Tested = Pick<LockedTarget, 'id' | 'url' | 'secret' | 'previousSecret' | 'previousSecretExpiresAt'>

/**
 * Sends a test at once, to a subscription that is off, too: one attempt, in the log, which counts for nothing else. Not in a transaction.
 * The caller has found the subscription in its scope.
 */
export async function testWebhook(ctx: PublicContext, webhookId: string, { event, body, alongside }: WantedTest): Promise<TestResult> {
  const { service } = ctx
  if (!service.serviceSettings.values.features.webhooks) return 'shut'
  const webhook = await takeTest(ctx, webhookId)
  if (typeof webhook === 'string') return webhook
  const id = uuidv7(service.clock.now())
  const keys = openSecrets(service.keys, webhook, ctx.now)
  const result = await makeAttempt(service, { url: webhook.url, keys, delivery: { id, event, body, number: 1 } })
  const status = isSuccess(result) ? 'Delivered' : 'Failed'
  await transact(ctx, async (ctx) => {
    await writeTest(ctx, webhook, { id, event, body, status, result })
    await alongside?.(ctx, id)
  })
  return { eventId: id, status, ...result }
}

/** Counts a test against its minute, in one statement. */
// unscoped: one subscription, which the caller has found in its scope
async function takeTest(ctx: PublicContext, webhookId: string): Promise<Tested | NotTested> {
  const { testsPerMinute } = webhookNumbers(ctx.service)
  const begun = before(ctx.now, minutesMs(1))
  return await transact(ctx, async ({ db }) => {
    const { rows } = await sql<Tested>`
      update webhooks w set
        tests = case when tests_since > ${begun} then tests + 1 else 1 end,
        tests_since = case when tests_since > ${begun} then tests_since else ${ctx.now} end
      where id = ${webhookId} and deleted_at is null and ${tenantMaySend} and (tests_since is null or tests_since <= ${begun} or tests < ${testsPerMinute})
      returning id, url, secret, previous_secret, previous_secret_expires_at`.execute(db)
    if (rows[0]) return rows[0]
    const { rows: known } = await sql<{ isOpen: boolean }>`
      select ${tenantMaySend} as is_open from webhooks w where id = ${webhookId} and deleted_at is null`.execute(db)
    if (!known[0]) return 'unknown'
    return known[0].isOpen ? 'too_many' : 'shut'
  })
}

interface Made {
  readonly id: string
  readonly event: string
  readonly body: string
  readonly status: 'Delivered' | 'Failed'
  readonly result: AttemptResult
}

/** A subscription that was erased meanwhile has no log. */
// unscoped: one subscription, which the caller has found in its scope
async function writeTest(ctx: PublicContext, { id: webhookId, url }: Tested, { id, event, body, status, result }: Made): Promise<void> {
  const { rows } = await sql`
    insert into webhook_deliveries (id, webhook_id, event, body, is_test, status, trigger, attempt_number, max_attempts, http_status,
      duration_ms, response_body, error, created_at, last_attempt_at, delivered_at)
    select ${id}, w.id, ${event}, ${body}, true, ${status}, 'manual', 1, 1, ${result.httpStatus}, ${result.durationMs}, ${result.responseBody},
      ${result.error}, ${result.startedAt}, ${result.startedAt}, ${status === 'Delivered' ? result.startedAt : null}::timestamptz
    from webhooks w where w.id = ${webhookId} for key share
    returning id`.execute(ctx.db)
  if (rows.length === 0) return
  await writeAttempts(ctx, [{ delivery: { id, attemptNumber: 0, trigger: 'manual' }, url, result }])
}
