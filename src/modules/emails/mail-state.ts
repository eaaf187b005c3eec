import type { JobLog } from '#jobs/job.ts'
import { DeliveryState } from '#modules/delivery/delivery-state.ts'

/** How the mails of this process fare. */
export class MailState extends DeliveryState {
  constructor(log: JobLog) {
    super(log, {
      plural: 'mails',
      last: 'the last mail',
      sentences: {
        postponed:
          'mails are not taken; those of the service are tried again for a day, or for as long as they hold, those of admins three times',
        refused: 'the mail relay refuses mails',
        given_up: 'mails are given up, undelivered',
      },
      totalHelp: 'Attempts at mails by what became of them: sent, postponed (to be tried again), refused; and mails given up',
      awayMetric: 'tenantry_mail_relay_away',
      awayHelp: '1 while the mail relay is held to be away and mails wait',
    })
  }
}
