import type { ProviderProof } from '#core/identity-provider.ts'

interface Given {
  readonly token?: string | null | undefined
  /** Of the redirect back. */
  readonly code?: string | null | undefined
  readonly redirectUri?: string | null | undefined
  readonly codeVerifier?: string | null | undefined
  readonly nonce?: string | null | undefined
}

/** What was brought from a provider; the shape has seen to it that what belongs together is there. @returns null for neither token nor code */
export function providerProof({ token, code, redirectUri, codeVerifier, nonce }: Given): ProviderProof | null {
  if (token != null) return { token, nonce }
  return code == null ? null : { code, redirectUri: redirectUri as string, codeVerifier: codeVerifier as string, nonce }
}
