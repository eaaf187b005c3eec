/** What can be done to one group. */
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useActs } from '../../ui/acts.ts'
import { type Group, nameOf } from './group.ts'

export function useGroupActs() {
  const words = useI18n()
  const { t } = words
  const navigate = useNavigate()
  const acts = useActs(/Group|Admin|Audit/)
  return {
    ...acts,
    canCreate: acts.can('groups.create') === true,
    canUpdate: acts.can('groups.update') === true,
    canDelete: acts.can('groups.delete') === true,
    open: (id: string, more: { readonly replace?: true } = {}) => void navigate({ to: '/groups/$id', params: { id }, ...more } as never),
    setActive: (group: Group, isActive: boolean) =>
      acts.run(
        () => call('updateUserGroup', { path: { id: group.id }, body: { isActive } }),
        t('told.state', { name: nameOf(group, words), state: t(isActive ? 'status.Active' : 'status.Deactivated') }),
      ),
    /** At once, because it can be undone. */
    remove: (group: Group) =>
      acts.remove('UserGroup', group.id, nameOf(group, words), () => call('deleteUserGroup', { path: { id: group.id } })),
  }
}

export type GroupActs = ReturnType<typeof useGroupActs>
