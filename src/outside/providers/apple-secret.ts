import { importPKCS8, SignJWT } from 'jose'

export interface AppleKey {
  readonly issuer: string
  readonly clientId: string
  readonly teamId: string
  readonly keyId: string
  /** PKCS #8 as PEM text, as Apple gives it away once. */
  readonly privateKey: string
}

const goodForSeconds = 300

/**
 * The secret that Apple wants with a code: a token of our own over ES256, made for each request anew (Apple, "Creating a client secret").
 * @throws TypeError for a key that is none
 */
export async function appleClientSecret({ issuer, clientId, teamId, keyId, privateKey }: AppleKey, now: Date): Promise<string> {
  const key = await importPKCS8(privateKey, 'ES256')
  const seconds = Math.floor(now.getTime() / 1000)
  return await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + goodForSeconds)
    .sign(key)
}
