import type { TextTemplate } from '#core/text-templates.ts'
import type { Service } from '#db/rows/context.ts'
import type { QueuedText } from '#jobs/outgoing-records.ts'
import { textVariablesContext } from '#jobs/text.ts'
import { UnwritableMessage } from '#modules/delivery/unwritable-message.ts'
import { renderText } from '#outside/sms/render-text.ts'
import type { OutgoingText } from '#outside/sms/sms.ts'

/**
 * Writes a queued text out.
 * @throws UnwritableMessage; another error when its variables cannot be opened, maybe because their key is too new for this process
 */
export function composeText(service: Service, text: QueuedText): OutgoingText {
  const sealed = text.variables
  if (sealed === null) throw new UnwritableMessage('text', 'its variables are gone')
  const variables = JSON.parse(service.keys.openSecret(sealed, textVariablesContext(text.id))) as Record<string, unknown>
  try {
    return { id: text.id, to: text.recipientNumber, ...renderText(text.template as TextTemplate, text.language, variables) }
  } catch (error) {
    throw new UnwritableMessage('text', error)
  }
}
