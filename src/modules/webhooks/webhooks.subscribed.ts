import { AppError } from '#core/errors.ts'
import { unknownEvents } from '#modules/webhook-events/matching.ts'

/** Throws 400 `webhook_event_unknown` with what is unknown and what may have been meant; each is named by its place in the list. */
export function requireKnownEvents(listed: readonly string[]): void {
  const found = unknownEvents(listed)
  if (found === null) return
  const problem = (name: string) => ({ field: `events.${listed.indexOf(name)}`, code: 'webhook_event_unknown' as const })
  const { unknown, near } = found
  throw new AppError(400, 'webhook_event_unknown', { fields: unknown.map(problem), extra: { unknown, near } })
}
