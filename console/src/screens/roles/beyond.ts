/** What of a role is more than the caller has: the service lets nobody change what it gives, copy or delete it then, and judges it again. */
import { fieldsHiddenFrom, type Held } from '../../api/held.ts'

interface Restricted {
  readonly name: string
  readonly restrictedFields: readonly string[]
}

interface Caller {
  readonly tenantId: string | null
  readonly held: Held
  /** What their tenant is granted, with the fields that are hidden for all of it; undefined while that is not known. */
  readonly granted: readonly Restricted[] | undefined
}

/**
 * The permissions that a role gives beyond what the caller holds. What is hidden for the whole tenant is hidden on both sides, whatever the
 * role lists. What is hidden for other tenants is not known here: of their roles only what is not held at all is beyond.
 */
export function beyond(
  role: { readonly tenantId: string | null; readonly permissions: readonly Restricted[] },
  { tenantId, held, granted }: Caller,
): string[] {
  const isBeyond = ({ name, restrictedFields }: Restricted) => {
    if (!held.permissions.includes(name)) return true
    if (!granted || role.tenantId !== tenantId) return false
    const ofAll = granted.find((one) => one.name === name)?.restrictedFields ?? []
    return fieldsHiddenFrom(held, name).some((field) => !restrictedFields.includes(field) && !ofAll.includes(field))
  }
  return role.permissions.filter(isBeyond).map(({ name }) => name)
}
