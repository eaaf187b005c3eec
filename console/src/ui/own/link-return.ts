/** What a provider answered whoever went there to be linked: kept in memory from the page that it leads back to until that of linked accounts. */
import { client } from '../../api/client.ts'
import type { Returned } from '../sign-in/redirect.ts'

export interface LinkReturn {
  readonly provider: string
  /**
   * The session that began it. In another one, of the same account too, nothing is linked: somebody else may have gone to the provider
   * meanwhile, and whoever signs in then must never be linked to them.
   */
  readonly sessionId: string
  /** What proves who that is; null where the provider refused. */
  readonly proof: {
    readonly authorizationCode: string
    readonly redirectUri: string
    readonly codeVerifier: string
    readonly nonce: string | null
  } | null
}

let kept: LinkReturn | null = null

/** Keeps an answer that makes a link. @returns whether it is one */
export function keepLink({ begun, code }: Returned, redirectUri: string): boolean {
  if (begun?.linkFor === undefined) return false
  const { provider, linkFor: sessionId, codeVerifier, nonce } = begun
  kept = { provider, sessionId, proof: code === null ? null : { authorizationCode: code, redirectUri, codeVerifier, nonce } }
  return true
}

/** What was kept: a part that is shown may be drawn twice. */
export const keptLink = (): LinkReturn | null => kept

/** @returns whether it was still to be used: it is good once */
export function takeLink(link: LinkReturn | null): boolean {
  const isKept = link !== null && kept === link
  if (isKept) kept = null
  return isKept
}

/** The session that these pages have now; null where nobody is signed in. */
export const sessionNow = (): string | null => (client.session.status === 'signed-in' ? client.session.sessionId : null)
