/** What is measured of webhooks, mails, templates and notifications. */
import type { Result } from '../table.ts'
import { measureBacklog } from './backlog.ts'
import { measureDeliveries } from './deliveries.ts'
import { measureEndlessTemplates } from './endless-template.ts'
import { measureFairness } from './fairness.ts'
import { measureFanOut } from './fan-out.ts'
import { measureLag } from './lag.ts'
import { measureMails } from './mails.ts'
import { measureReadsBesideEvents } from './reads-beside-events.ts'
import { measureStreams } from './streams.ts'

export const messagingParts: Record<string, () => Promise<Result[]>> = {
  webhooks: measureDeliveries,
  'webhook-lag': measureLag,
  'webhook-fairness': measureFairness,
  'webhook-backlog': measureBacklog,
  'webhook-reads': measureReadsBesideEvents,
  mails: measureMails,
  'endless-template': measureEndlessTemplates,
  streams: measureStreams,
  'fan-out': measureFanOut,
}
