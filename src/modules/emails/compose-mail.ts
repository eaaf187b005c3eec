import type { SystemTemplate } from '#core/mail-templates.ts'
import type { Service } from '#db/rows/context.ts'
import { mailVariablesContext } from '#jobs/mail.ts'
import type { QueuedMail } from '#jobs/mail-records.ts'
import { renderSystemMail } from '#outside/mail/render.ts'
import type { OutgoingMail } from '#outside/mail/transport.ts'

/** A mail that can never be written, however often it is tried: a template or variables of another version. */
export class UnwritableMail extends Error {
  constructor(cause: unknown) {
    super(`the mail could not be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'UnwritableMail'
  }
}

/**
 * Writes a queued mail out.
 * @throws UnwritableMail; another error when its variables cannot be opened, maybe because their key is too new for this process
 */
export function composeMail(service: Service, mail: QueuedMail): OutgoingMail {
  const sealed = mail.variables
  if (sealed === null) throw new UnwritableMail('its variables are gone')
  const variables = JSON.parse(service.keys.openSecret(sealed, mailVariablesContext(mail.id))) as Record<string, unknown>
  try {
    const rendered = renderSystemMail(mail.template as SystemTemplate, mail.language, variables)
    return { ...rendered, messageId: mail.messageId, to: mail.recipientAddress, toName: mail.recipientName, from: service.options.mailFrom }
  } catch (error) {
    throw new UnwritableMail(error)
  }
}
