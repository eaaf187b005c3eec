/** What can be done to one end user, each told when it is done. */
import { call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { mayMake } from '../../sitemap/screen.ts'
import { newUser } from '../../sitemap/users.ts'
import { useActs } from '../../ui/acts.ts'
import { nameOf, type User } from './user.ts'

export function useUserActs() {
  const { t } = useI18n()
  const { keptFrom } = useStart()
  const { can, refresh, run, remove } = useActs(/User|Audit/)
  const state = (user: User, name: 'Active' | 'Deactivated') => t('told.state', { name: nameOf(user), state: t(`status.${name}`) })
  return {
    refresh,
    canUpdate: can('users.update') === true,
    canDelete: can('users.delete') === true,
    // nobody is made without an address
    canCreate: mayMake(newUser, { can, keptFrom }),
    canSeeTenants: can('tenants.view') === true,
    setActive: (user: User, isActive: boolean) =>
      run(() => call('updateUser', { path: { id: user.id }, body: { isActive } }), state(user, isActive ? 'Active' : 'Deactivated')),
    unblock: (user: User) => run(() => call('blockUser', { path: { id: user.id }, body: { isBlocked: false } }), state(user, 'Active')),
    unlock: (user: User) => run(() => call('unlockUser', { path: { id: user.id } }), state(user, 'Active')),
    /** At once, because it can be undone. */
    remove: (user: User) => remove('User', user.id, nameOf(user), () => call('deleteUser', { path: { id: user.id } })),
  }
}

export type UserActs = ReturnType<typeof useUserActs>
