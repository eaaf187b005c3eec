/** What can be done to one role. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask, call, Refused } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useActs } from '../../ui/acts.ts'
import { notedHere } from '../../ui/form/still-at.ts'
import { tell, tellFault } from '../../ui/toasts.tsx'
import { beyond } from './beyond.ts'
import type { Role } from './role.ts'

export function useRoleActs() {
  const { t, list } = useI18n()
  const navigate = useNavigate()
  const { start, me } = useStart()
  const acts = useActs(/Role|Permission|Audit|listAdmins/)
  const [inUse, setInUse] = useState<Role | null>(null)
  const canManage = acts.can('roles.manage') === true
  // who has nothing hidden holds everything as it is
  const isMasked = start !== undefined && start.restrictions.length > 0
  const { data: granted } = useQuery({ ...ask('listAvailablePermissions', { query: {} }), enabled: canManage && isMasked })
  const excessOf = (role: Role) => (start && me ? beyond(role, { tenantId: me.tenantId, held: start, granted }) : [])
  const open = (id: string, more: { readonly replace?: true } = {}) => void navigate({ to: '/roles/$id', params: { id }, ...more } as never)
  return {
    ...acts,
    canManage,
    open,
    /** Why what the role gives can't be changed, nor the role deleted; null where it can. */
    reasonAgainst(role: Role): string | null {
      const excess = excessOf(role)
      if (excess.length > 0) return t('roles.beyond', { count: excess.length, names: list(excess.slice(0, 3)) })
      return role.isSystem ? t('roles.isSystem') : null
    },
    /** Its name gives nothing: only that of a role of the service stays. */
    canRename: (role: Role): boolean => !role.isSystem,
    /** A role of the service can be copied, as any other, by who holds what it gives. */
    canCopy: (role: Role): boolean => excessOf(role).length === 0,
    /** The role that could not be deleted because somebody has it. */
    inUse,
    closeInUse: () => setInUse(null),
    /** At once, for it can be undone; who has it is shown where somebody does. */
    async remove(role: Role): Promise<boolean> {
      // as it is by now: somebody else may have taken it from all, or given it
      const readNow = () => call('getRole', { path: { id: role.id } }).catch(() => role)
      const now = role.adminCount > 0 ? await readNow() : role
      if (now.adminCount > 0) {
        setInUse(now)
        return false
      }
      let isHeld = false
      const isDone = await acts.remove('Role', role.id, role.name, async () => {
        try {
          await call('deleteRole', { path: { id: role.id } })
        } catch (error) {
          isHeld = error instanceof Refused && error.code === 'role_in_use'
          throw error
        }
      })
      if (isHeld) setInUse(await readNow())
      return isDone
    },
    async clone(role: Role) {
      const isStillHere = notedHere()
      try {
        const copy = await call('cloneRole', { path: { id: role.id }, body: {} })
        await acts.refresh()
        if (isStillHere()) open(copy.id)
        else tell(t('told.created', { name: copy.name }))
      } catch (error) {
        tellFault(error)
      }
    },
  }
}

export type RoleActs = ReturnType<typeof useRoleActs>
