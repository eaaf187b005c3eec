import { createHash } from 'node:crypto'
import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose'
import { after } from '#core/clock.ts'
import { type Claims, type Identity, linkKeyOf, type OpenIdProvider, ProofRefused } from '#core/identity-provider.ts'
import { directoryMark, type IssuerDocuments, type IssuerKeys } from './issuer-documents.ts'
import { personOf } from './person.ts'

/** Signatures that only the issuer can make; never one whose key both sides hold, for ours are public. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const toleranceSeconds = 60
/** However long a token says that it is good: so long it must be remembered. */
const mostAgeSeconds = 24 * 3600
const longestSubject = 255

/**
 * Who an ID token is about (OpenID Connect Core 1.0, section 3.1.3.7): signed by a key of the issuer, by the issuer and for us, in its time,
 * and for this sign-in where a nonce says which.
 * @throws ProofRefused, ProviderAway
 */
export async function identityOf(
  documents: IssuerDocuments,
  provider: OpenIdProvider,
  { token, nonce }: { readonly token: string; readonly nonce?: string | null | undefined },
  now: Date,
): Promise<Identity> {
  const { claims, header, keys } = await verified(documents, provider, token, now)
  const refuse = (reason: string): never => {
    throw new ProofRefused(reason)
  }
  const { sub, aud, azp, exp, iat } = claims
  if (!isIssuer(provider, claims, header, keys)) refuse('issuer')
  if (typeof sub !== 'string' || sub === '' || sub.length > longestSubject || /\0/.test(sub) || !sub.isWellFormed())
    return refuse('subject')
  if (Array.isArray(aud) && aud.length > 1 && azp !== provider.clientId) refuse('audience')
  if (nonce != null && claims.nonce !== nonce) refuse('nonce')
  const lastSecond = Math.min(exp as number, (iat as number) + mostAgeSeconds) + toleranceSeconds
  return {
    provider: linkKeyOf(provider),
    subject: sub,
    ...personOf({ email: claims.email, firstName: claims.given_name, lastName: claims.family_name, displayName: claims.name }),
    isEmailProved: provider.vouches(claims),
    once: { hash: hashOf(provider, token), until: after(new Date(lastSecond * 1000), 1000) },
  }
}

async function verified(documents: IssuerDocuments, provider: OpenIdProvider, token: string, now: Date) {
  const check = async (keys: IssuerKeys) => {
    const { payload, protectedHeader } = await jwtVerify(token, keys.find, {
      algorithms,
      audience: provider.clientId,
      requiredClaims: ['exp', 'iat', 'iss', 'sub'],
      maxTokenAge: mostAgeSeconds,
      clockTolerance: toleranceSeconds,
      currentDate: now,
    })
    return { claims: payload as JWTPayload & Claims, header: protectedHeader, keys }
  }
  try {
    const keys = await documents.keys(provider, now)
    try {
      return await check(keys)
    } catch (error) {
      // the issuer may sign with a new key by now
      const renewed = error instanceof errors.JWKSNoMatchingKey ? await documents.keysAgain(provider, now) : null
      if (renewed === null) throw error
      return await check(renewed)
    }
  } catch (error) {
    // the last is of a key that is none
    const isRefusal = error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException
    if (isRefusal) throw new ProofRefused(refusalIn(error), error)
    throw error
  }
}

const refusalIn = (error: Error): string => (error instanceof errors.JWTClaimValidationFailed ? `claim ${error.claim}` : 'signature')

/** An issuer for many directories is that of the token's own; a key that names an issuer signs for no other. */
function isIssuer(
  { issuer, alsoSignsAs = [] }: OpenIdProvider,
  claims: JWTPayload & Claims,
  header: JWTHeaderParameters,
  { keys }: IssuerKeys,
): boolean {
  const { iss, tid } = claims
  const isDirectory = typeof tid === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(tid)
  const inDirectory = (text: string) => (isDirectory ? text.replace(directoryMark, tid) : text)
  if (issuer.includes(directoryMark) && !isDirectory) return false
  if (iss !== inDirectory(issuer) && !alsoSignsAs.includes(iss as string)) return false
  const { issuer: signer } = (keys.find(({ kid }) => kid === header.kid) ?? {}) as { issuer?: unknown }
  return typeof signer !== 'string' || inDirectory(signer) === iss
}

/** Of what is signed alone: some signatures can be written in two ways. */
const hashOf = (provider: OpenIdProvider, token: string): Buffer =>
  createHash('sha256')
    .update(`${provider.issuer}\n${token.slice(0, token.lastIndexOf('.'))}`)
    .digest()
