import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { type Item, shownTo } from './order.ts'

/**
 * The menu as somebody with one role of the own tenant alone is shown it. What the role gives counts as far as the tenant was granted it.
 *
 * @param roleId undefined where the menu is shown as it is
 */
export function useSeenAs(roleId: string | undefined) {
  const { me, can } = useStart()
  const isOn = roleId !== undefined && can('roles.view') === true
  const role = useQuery({ ...ask('getRole', { path: { id: roleId ?? '' } }), enabled: isOn })
  const grant = useQuery({ ...ask('listOwnTenantAvailablePermissions', {}), enabled: isOn })
  // a role of another tenant shows a menu that is not this one
  const isOther = role.data !== undefined && role.data.tenantId !== (me?.tenantId ?? null)
  const granted = new Set(grant.data?.map(({ name }) => name))
  return {
    isOn: isOn && !isOther,
    isOther,
    role: isOther ? undefined : role.data,
    error: role.error ?? grant.error,
    retry: () => void [role, grant].filter(({ isError }) => isError).map(({ refetch }) => refetch()),
    /** Undefined until it is known. */
    show: (items: readonly Item[]): readonly Item[] | undefined =>
      role.data &&
      grant.data &&
      shownTo(
        items,
        new Set(role.data.permissions.flatMap(({ name }) => (granted.has(name) ? name : []))),
        new Set(role.data.menuItems.map(({ id }) => id)),
      ),
  }
}
