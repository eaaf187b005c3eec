/** Whom a service tells of an event, in the order in which it does. */
import type { Service } from '#db/rows/context.ts'
import { fanOutTargets } from '#events/fan-out.ts'
import type { FanOutTarget } from '#events/fan-out-target.ts'
import { auditSeals } from '#events/seals/target.ts'
import { notificationTarget } from '#modules/notifications/notifications.fan-out.ts'
import { webhookDeliveries } from '#modules/webhook-events/webhook-deliveries.target.ts'
import { lockMails } from '#sign-in/lock-mails.ts'

/** The same as `startBackground` takes: those who count, keep the security log, send mail and webhooks, notify, and seal. */
export const toldTargets = (service: Service): FanOutTarget[] => [
  ...fanOutTargets,
  lockMails(service),
  webhookDeliveries(service),
  notificationTarget(service),
  auditSeals(service),
]
