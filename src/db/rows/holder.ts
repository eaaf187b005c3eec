import type { Actor } from './context.ts'

/** Whose memory and whose turns a request takes, where these are shared fairly: those of the caller's tenant, or of the platform. */
export const holderOf = ({ actor }: { readonly actor: Pick<Actor, 'tenantId'> }): string => actor.tenantId ?? 'platform'
