/** What a tenant is to its screens. */
import type { Reply } from '../../api/client.ts'

export type Tenant = Reply<'listTenants'>['items'][number]
export type Detail = Reply<'getTenant'>
/** Operations whose answers change with a tenant. */
export const touched = /Tenant|IdentityProvider|Audit|Start/

export const addressOf = (id: string, tab?: string): string => (tab ? `/tenants/${id}/${tab}` : `/tenants/${id}`)
