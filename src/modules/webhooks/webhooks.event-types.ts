import type { z } from 'zod'
import type { Language } from '#core/messages.ts'
import { arabicEvents } from '#modules/webhook-events/catalogue.ar.ts'
import { webhookEvents } from '#modules/webhook-events/catalogue.ts'
import type { WebhookEventType } from './webhooks.schema.ts'

type EventTypes = z.input<typeof WebhookEventType>[]

const english: EventTypes = webhookEvents.map(
  ({ name, title, description, category, inWildcard, pairOf, deprecated, schemaVersion, schema, example }) => ({
    ...{ name, title, description, category, inWildcard, pairOf, deprecated, schemaVersion },
    schema,
    example: { ...example },
  }),
)
const all: Readonly<Record<Language, EventTypes>> = {
  en: english,
  ar: english.map((type) => ({ ...type, ...arabicEvents[type.name] })),
}

/** Everything that webhooks tell of, in the words of a language, as receivers are shown it; what can only be sent by a test is in it, too. */
export const eventTypesIn = (language: Language): EventTypes => all[language]
