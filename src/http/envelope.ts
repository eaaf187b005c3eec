import { type Language, message } from '#core/messages.ts'

/** The envelope of the overview style, and of every error. */
export interface Envelope {
  isSuccess: boolean
  data: unknown
  message: string
  statusCode: number
}

/** An answer that succeeded, in the envelope; no data is null. */
export const enveloped = (data: unknown, statusCode: number, language: Language): Envelope => ({
  isSuccess: true,
  data: data ?? null,
  message: message('ok', language),
  statusCode,
})
