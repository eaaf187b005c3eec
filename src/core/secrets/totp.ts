import { HOTP, Secret } from 'otpauth'
import { sameBytes } from './one-time-code.ts'

/** What every authenticator app assumes, and so what the URI leaves out: SHA-1, six digits, 30 seconds (RFC 6238, section 4). */
const parameters = { algorithm: 'SHA1', digits: 6 }
const stepMs = 30_000
/** The present step last: in the rare case that one code is right twice, the later steps stay unused. */
const window = [1, -1, 0]

/** A new secret of 20 random bytes (RFC 4226, section 4, R6) in base32: 32 characters. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/**
 * The provisioning URI, exactly `otpauth://totp/<issuer>:<account>?secret=<secret>&issuer=<issuer>`; names are percent-encoded,
 * so that no name adds a parameter or a line.
 */
export function totpUri(issuer: string, account: string, secret: string): string {
  const [by, whose] = [encodeURIComponent(issuer.toWellFormed()), encodeURIComponent(account.toWellFormed())]
  return `otpauth://totp/${by}:${whose}?secret=${secret}&issuer=${by}`
}

/**
 * The number of the 30-second step whose code this is, the present one or one to either side (RFC 6238, section 5.2), else
 * null. A code is six ASCII digits and nothing else. Whoever accepts it must store the step and refuse it, and those before,
 * from then on. Throws TypeError for a secret that is not base32.
 */
export function totpStep(secret: string, code: string, now: Date): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null
  const given = Buffer.from(code)
  const key = Secret.fromBase32(secret)
  const present = Math.floor(now.getTime() / stepMs)
  let found: number | null = null
  // Every step is computed and compared whole, whichever matches: time must not tell how near a guess was.
  for (const offset of window) {
    const counter = present + offset
    if (sameBytes(given, Buffer.from(HOTP.generate({ secret: key, counter, ...parameters })))) found = counter
  }
  return found
}

/** A QR code of the URI as a `data:image/png;base64,` URI. */
export async function qrPng(uri: string): Promise<string> {
  const { default: qrcode } = await import('qrcode')
  return await qrcode.toDataURL(uri, { type: 'image/png', errorCorrectionLevel: 'M' })
}
