import { sql } from 'kysely'
import { after, secondsMs } from '#core/clock.ts'
import type { Service } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { claimDue, isOpen, lockTargets } from '#modules/webhook-deliveries/claims.ts'
import { deliver } from '#modules/webhook-deliveries/delivered.ts'
import type { Mark } from '#modules/webhook-deliveries/mark.ts'
import { writeMarks } from '#modules/webhook-deliveries/marks.ts'
import { Places } from '#modules/webhook-deliveries/places.ts'
import { webhookNumbers } from '#modules/webhook-deliveries/webhook-numbers.ts'
import type { DemoClock } from './demo-clock.ts'

/** Sends what is owed to subscriptions until each delivery has ended, and waits between attempts as long as the service does. */
export async function sendDeliveries(service: Service, clock: DemoClock): Promise<void> {
  for (let next = await nextAttempt(service); next !== null; next = await nextAttempt(service)) {
    clock.moveTo(next.at)
    const marks = await tryDue(service, next.webhookId)
    // beside a service that runs on the same server: it sends them
    if (marks.length === 0) return
    await transact(systemContext(service), (ctx) => writeMarks(ctx, marks))
  }
}

async function nextAttempt({ database }: Service): Promise<{ webhookId: string; at: Date } | null> {
  const found = await database.reader
    .selectFrom('webhookDeliveries')
    .select(['webhookId', 'nextAttemptAt'])
    .where(sql<boolean>`${isOpen}`)
    .orderBy('nextAttemptAt')
    .limit(1)
    .executeTakeFirst()
  return found?.nextAttemptAt ? { webhookId: found.webhookId, at: found.nextAttemptAt } : null
}

async function tryDue(service: Service, webhookId: string): Promise<Mark[]> {
  const { database, clock } = service
  const numbers = webhookNumbers(service)
  const [target, claimed] = await database.transaction(async (tx) => {
    const [target] = await lockTargets(tx, [webhookId])
    if (!target) return [null, []]
    const now = clock.now()
    const room = new Places(() => numbers).room()
    return [target, await claimDue(tx, [target], room, now, after(now, secondsMs(numbers.leaseSeconds)))]
  })
  if (target === null) return []
  const never = new AbortController().signal
  const marks = await Promise.all(claimed.map((delivery) => deliver(service, target, delivery, never)))
  return marks.filter((mark) => mark !== null)
}
