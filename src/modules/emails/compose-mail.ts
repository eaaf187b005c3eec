import type { SystemTemplate } from '#core/mail-templates.ts'
import type { Service } from '#db/rows/context.ts'
import { mailVariablesContext } from '#jobs/mail.ts'
import type { QueuedMail } from '#jobs/outgoing-records.ts'
import { UnwritableMessage } from '#modules/delivery/unwritable-message.ts'
import { renderSystemMail } from '#outside/mail/render.ts'
import type { OutgoingMail } from '#outside/mail/transport.ts'
import { openContent } from './mail-content.ts'
import { overriddenTexts } from './mail-override.ts'
import { tellsOf } from './subject-tells.ts'

/** A mail with the template of a tenant or of the platform that wrote it in place of the service's own text. */
export interface ComposedMail extends OutgoingMail {
  readonly overrideId: string | null
  /** See `tellsOf`. */
  readonly tellsRecipient: boolean
}

/**
 * Writes a queued mail out: one of the service by the text of its tenant or of one above it, where there is one that does what the mail is for. Not in a
 * transaction; the texts of others take two seconds at most.
 * @throws UnwritableMessage; another error when its variables cannot be opened, maybe because their key is too new for this process
 */
export async function composeMail(service: Service, mail: QueuedMail): Promise<ComposedMail> {
  const addressed = {
    messageId: mail.messageId,
    date: service.clock.now(),
    to: mail.recipientAddress,
    toName: mail.recipientName,
    from: service.options.mailFrom,
  }
  const tells = (subject: string, template: string) => ({ tellsRecipient: tellsOf(mail.recipientAddress, template, subject) })
  if (mail.content !== null) {
    const content = openContent(service, mail.id, mail.content)
    // of what its template asks for it was judged when it was written
    return { ...content, ...addressed, overrideId: null, ...tells(content.subject, '') }
  }
  const sealed = mail.variables
  if (sealed === null) throw new UnwritableMessage('mail', 'its variables are gone')
  const variables = JSON.parse(service.keys.openSecret(sealed, mailVariablesContext(mail.id))) as Record<string, unknown>
  const overridden = await overriddenTexts(service, mail, variables)
  const texts = overridden?.texts ?? ownTexts(mail, variables)
  return { ...texts, ...addressed, overrideId: overridden?.id ?? null, ...tells(texts.subject, overridden?.subjectTemplate ?? '') }
}

function ownTexts({ template, language }: QueuedMail, variables: Record<string, unknown>) {
  try {
    return renderSystemMail(template as SystemTemplate, language, variables)
  } catch (error) {
    throw new UnwritableMessage('mail', error)
  }
}
