import type { Grants } from '../../../ui/matrix/matrix.ts'

/**
 * The body of the operation that replaces what a tenant is granted. Fields that were shown again are said to be; of what is given anew
 * nothing is, unless some are hidden: what was hidden when it was taken is hidden again then, and nobody sees it here before.
 */
export function grantBodyOf(before: Grants, after: Grants): { permissionIds: string[]; restrictedFields?: Record<string, string[]> } {
  const named = [...after].filter(([id, fields]) => fields.length > 0 || (before.get(id)?.length ?? 0) > 0)
  const restrictedFields = Object.fromEntries(named.map(([id, fields]) => [id, [...fields]]))
  // none at all would say that nothing is hidden any more
  return { permissionIds: [...after.keys()], ...(named.length > 0 && { restrictedFields }) }
}
