import type { JobLog } from '#jobs/job.ts'
import { DeliveryState } from '#modules/delivery/delivery-state.ts'

/** How the texts of this process fare. */
export class TextState extends DeliveryState {
  constructor(log: JobLog) {
    super(log, {
      plural: 'texts',
      last: 'the last text',
      sentences: {
        postponed: 'texts are not taken; they are tried again until their codes expire',
        refused: 'the SMS gateway refuses texts',
        given_up: 'texts are given up, undelivered',
      },
      totalHelp: 'Attempts at texts by what became of them: sent, postponed (to be tried again), refused; and texts given up',
      awayMetric: 'tenantry_sms_gateway_away',
      awayHelp: '1 while the SMS gateway is held to be away and texts wait',
    })
  }
}
