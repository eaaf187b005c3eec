import type { Logger } from 'pino'
import type { Service } from '#db/rows/context.ts'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { auditSeals } from '#events/seals/target.ts'
import { webhookDeliveries } from '#modules/webhook-events/webhook-deliveries.target.ts'
import { lockMails } from '#sign-in/lock-mails.ts'
import { sendDeliveries } from './deliveries.ts'
import type { DemoClock } from './demo-clock.ts'
import { DemoPost } from './demo-post.ts'

/** Those who hear of the service from outside: whom it mails, and whom it sends webhooks. All of them lie within this process. */
export class Outside {
  readonly post: DemoPost
  readonly #service: Service
  readonly #clock: DemoClock
  readonly #fanOut: FanOut

  constructor(service: Service, clock: DemoClock, log: Logger) {
    this.post = new DemoPost(service, log)
    this.#service = service
    this.#clock = clock
    const targets = [...fanOutTargets, lockMails(service), webhookDeliveries(service), auditSeals(service)]
    this.#fanOut = new FanOut(service, log, { targets })
  }

  /** Tells of all that happened until now. What is told late is told of as of now: so it is called where somebody listens. */
  async tell(): Promise<void> {
    await this.#fanOut.drain()
    await this.post.send()
    await sendDeliveries(this.#service, this.#clock)
    // an end that was told of is an event itself
    await this.#fanOut.drain()
  }
}
