import type { SystemTemplate } from '#core/mail-templates.ts'
import type { Service } from '#db/rows/context.ts'
import { mailVariablesContext } from '#jobs/mail.ts'
import type { QueuedMail } from '#jobs/outgoing-records.ts'
import { UnwritableMessage } from '#modules/delivery/unwritable-message.ts'
import { renderSystemMail } from '#outside/mail/render.ts'
import type { OutgoingMail } from '#outside/mail/transport.ts'
import { openContent } from './mail-content.ts'

/**
 * Writes a queued mail out.
 * @throws UnwritableMessage; another error when its variables cannot be opened, maybe because their key is too new for this process
 */
export function composeMail(service: Service, mail: QueuedMail): OutgoingMail {
  const addressed = { messageId: mail.messageId, to: mail.recipientAddress, toName: mail.recipientName, from: service.options.mailFrom }
  if (mail.content !== null) return { ...openContent(service, mail.id, mail.content), ...addressed }
  const sealed = mail.variables
  if (sealed === null) throw new UnwritableMessage('mail', 'its variables are gone')
  const variables = JSON.parse(service.keys.openSecret(sealed, mailVariablesContext(mail.id))) as Record<string, unknown>
  try {
    const rendered = renderSystemMail(mail.template as SystemTemplate, mail.language, variables)
    return { ...rendered, ...addressed }
  } catch (error) {
    throw new UnwritableMessage('mail', error)
  }
}
