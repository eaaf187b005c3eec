import { z } from 'zod'
import * as format from '#core/settings/formats.ts'
import { readRelayUrl } from '#outside/mail/relay-url.ts'
import { readSmsUrl } from '#outside/sms/sms-url.ts'
import { storagePlace } from '#outside/storage/storage-url.ts'

/** Whatever `read` does not throw at; its message is the reason. */
const readable = (read: (value: string) => unknown) =>
  z.string().superRefine((value, context) => {
    try {
      read(value)
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message })
    }
  })

/** `outbox:` or the URL of a relay. */
export const mailUrl = () => readable((value) => value === 'outbox:' || readRelayUrl(value))

/** `log`, or the URL of a gateway or of Twilio. */
export const smsUrl = () => readable(readSmsUrl)

/** `file:` and a directory, or the place of a bucket. */
export const storageUrl = () => readable((value) => /^file:./.test(value) || storagePlace(value))

/** The key of an account of Azure. */
export const accountKey = () => z.string().regex(/^[A-Za-z0-9+/]{20,}={0,2}$/, 'must be the key of an account, in base64')

/** A shared access signature of Azure. */
export const accountSignature = () =>
  format.line(4096).refine((value) => /(?:^|[?&])sig=./.test(value), 'must be a shared access signature')
