import type { CheckedClient } from '#core/checked-request.ts'
import type { IdentityProvider, IdentityProviders } from '#core/identity-provider.ts'
import { beginAtIssuer, idTokenOfCode } from './code-flow.ts'
import { accessTokenOfCode, beginAtDialog, identityOfAccessToken } from './graph.ts'
import { identityOf } from './id-token.ts'
import { IssuerDocuments } from './issuer-documents.ts'

/** The door to all providers; every request to one goes through `client`. */
export function identityProviders(known: readonly IdentityProvider[], client: CheckedClient): IdentityProviders {
  const documents = new IssuerDocuments(client)
  return {
    known,
    async identify(provider, proof, now) {
      if (provider.protocol === 'graph') {
        const token = 'code' in proof ? await accessTokenOfCode(client, provider, proof) : proof.token
        return await identityOfAccessToken(client, provider, token, now)
      }
      const token = 'code' in proof ? await idTokenOfCode(client, documents, provider, proof, now) : proof.token
      return await identityOf(documents, provider, { token, nonce: proof.nonce }, now)
    },
    begin: (provider, redirectUri, now) =>
      provider.protocol === 'graph' ? beginAtDialog(provider, redirectUri) : beginAtIssuer(documents, provider, redirectUri, now),
  }
}
