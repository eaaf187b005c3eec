import type { Reply } from '../../../api/client.ts'

/** An OpenID provider that a tenant brought along. */
export type Provider = Reply<'listIdentityProviders'>['identityProviders'][number]
