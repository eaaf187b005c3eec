import { z } from 'zod'
import { minutesMs, secondsMs } from '#core/clock.ts'
import { knowPlaces } from '#db/live/known-tenants.ts'
import type { JobKind } from '#jobs/job.ts'
import { type Delivery, deliveryJob } from '#modules/delivery/delivery.jobs.ts'
import type { OutgoingText, TextTransport } from '#outside/sms/sms.ts'
import { composeText } from './compose-text.ts'
import type { TextState } from './text-state.ts'

const payload = z.object({ textId: z.uuid() })

/** How often it is asked whether a tenant is active again: a code is worth some minutes. */
const lookMs = secondsMs(15)

const texts: Delivery<'texts', OutgoingText> = {
  table: 'texts',
  name: 'text',
  idOf: (given) => payload.safeParse(given).data?.textId ?? null,
  compose: composeText,
  // nothing leaves in the name of a tenant that is not active; it waits no longer than its code holds
  async hold(service, { tenantId }) {
    if (tenantId === null) return null
    await knowPlaces(service, [tenantId])
    return service.tenants.state(tenantId) === null ? null : { waitMs: lookMs }
  },
  // `gatewayLimits`
  maxSeconds: 60,
  // a text holds for ten minutes
  mostAttempts: null,
  pauses: { firstMs: secondsMs(5), longestMs: minutesMs(5), awayMs: null },
}

/** Sends queued texts, at least once and each under one id; what is not taken is tried until its code has expired. */
export const textJob = (transport: TextTransport, state: TextState): JobKind => deliveryJob(texts, transport, state)
