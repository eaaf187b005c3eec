import type { Reply } from '../../api/client.ts'

/** What comes of name and password; the same for admins and end users. */
export type Answer = Reply<'signIn'>
/** The name and the password are good in several places. */
export type Selection = Extract<Answer, { requiresWorkspaceSelection: true }>
/** The second factor is asked for. */
export type Challenge = Extract<Answer, { requiresTwoFactor: true }>

/** Where the name is meant, as the request says it. */
export type Target = { readonly tenantId: string } | { readonly isPlatformAdmin: true } | Record<never, never>
