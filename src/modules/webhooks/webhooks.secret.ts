import { randomBytes } from 'node:crypto'
import { invalid } from '#core/errors.ts'

/** What a secret of ours begins with; Standard Webhooks decodes what follows. */
const prefix = 'whsec_'
const form = /^[\x20-\x7e]{16,256}$/
const hinted = 4

/** 256 random bits, as Standard Webhooks writes them. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64')

/** A secret that a caller chose; 256 random bits for null and undefined. Throws 400 `webhook_secret_invalid` for one that is too short or not ASCII. */
export function secretOf(given: string | null | undefined): string {
  if (given == null) return newSecret()
  if (!form.test(given)) throw invalid('secret', 'webhook_secret_invalid')
  return given
}

/** Its last characters, by which people know it again. */
export const hintOf = (secret: string): string => `…${secret.slice(-hinted)}`
