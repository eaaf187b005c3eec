import { z } from 'zod'
import { type CheckedClient, RequestFailed, type TargetFault } from '#core/checked-request.ts'
import { type FieldCode, validationFailed } from '#core/errors.ts'
import { ProviderAway } from '#core/identity-provider.ts'
import { discoveryUrl } from '#outside/providers/issuer-documents.ts'
import { objectAt } from '#outside/providers/provider-request.ts'

/** What a discovery document must hold to sign anybody in (OpenID Connect Discovery 1.0, section 3). */
const Discovery = z.object({ issuer: z.string(), authorization_endpoint: z.string(), token_endpoint: z.string(), jwks_uri: z.string() })

const codes: Record<TargetFault, FieldCode> = {
  not_a_url: 'format',
  not_https: 'https_required',
  has_user: 'format',
  has_fragment: 'format',
  port: 'blocked_address',
  private_address: 'blocked_address',
}

const refused = (code: FieldCode) => validationFailed([{ field: 'issuer', code }])

/**
 * Reads the discovery document of an issuer that an administrator names, so that a wrong one is told at once and not to its users. Not in a
 * transaction. What a stranger's address answered is never shown.
 * @throws AppError 400 naming `issuer`: `format`, `https_required`, `blocked_address`, `issuer_unreachable`, `issuer_mismatch`
 */
export async function requireIssuer(http: CheckedClient, issuer: string): Promise<void> {
  const fault = http.faultOf(issuer, 'public')
  if (fault !== null) throw refused(codes[fault])
  // an issuer has no query (section 3)
  if (issuer.includes('?')) throw refused('format')
  const discovery = await readDiscovery(http, issuer)
  if (discovery === null) throw refused('issuer_unreachable')
  // section 4.3: exactly the same, else one provider could speak for another
  if (discovery.issuer !== issuer) throw refused('issuer_mismatch')
  const addresses = [discovery.authorization_endpoint, discovery.token_endpoint, discovery.jwks_uri]
  if (addresses.some((address) => http.faultOf(address, 'public') !== null)) throw refused('blocked_address')
}

async function readDiscovery(client: CheckedClient, issuer: string): Promise<z.output<typeof Discovery> | null> {
  try {
    const asked = { client, provider: { name: issuer, reach: 'public' as const } }
    return Discovery.safeParse(await objectAt(asked, discoveryUrl(issuer))).data ?? null
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error
    if (error.cause instanceof RequestFailed && error.cause.fault !== null) throw refused(codes[error.cause.fault])
    return null
  }
}
