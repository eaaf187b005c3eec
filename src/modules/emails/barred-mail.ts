import { gathered } from '#db/gathered.ts'
import type { Service } from '#db/rows/context.ts'
import type { Failure, QueuedMail } from '#jobs/outgoing-records.ts'
import { areSuppressed, type Mailbox } from './suppressions.ts'

type Ask = (mailbox: Mailbox) => Promise<boolean>

/** Of those that leave at the same moment one statement asks. */
const asks = new WeakMap<Service, Ask>()

function askOf(service: Service): Ask {
  const ask = asks.get(service) ?? gathered((all: readonly Mailbox[]) => areSuppressed(service.database.reader, service, all))
  asks.set(service, ask)
  return ask
}

/**
 * Why a mail in bulk must not leave after all: its address bounced or complained since it was queued. One that somebody sent again is a single
 * mail, which is tried.
 *
 * Whoever may not see the address sees a mail whose recipient was refused, attempt included, and not the words, which are hidden with the address:
 * any other code would tell that the address is one of those that are left out. So it is counted with those, too, where many that fail are told of.
 * No relay refused it now: that it came back is counted where it did.
 * @returns null where it may leave
 */
export async function barredFromBulk(service: Service, mail: QueuedMail): Promise<Failure | null> {
  const { tenantId, recipientAddress: address, batchId, resendCount } = mail
  if (batchId === null || resendCount > 0 || !(await askOf(service)({ tenantId, address }))) return null
  return { error: 'left out of bulk: the address refused mails, bounced or complained', code: 'recipient_refused' }
}
