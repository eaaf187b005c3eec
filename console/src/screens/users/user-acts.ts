/** What can be done to one end user, each told when it is done. */
import { call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { mayMake } from '../../sitemap/screen.ts'
import { newUser } from '../../sitemap/users.ts'
import { useActs } from '../../ui/acts.ts'
import { nameOf, statusOf, type User } from './user.ts'

export function useUserActs() {
  const { t } = useI18n()
  const { start, keptFrom } = useStart()
  const { can, refresh, run, remove } = useActs(/User|Audit/)
  // who is blocked besides is not active by being unlocked
  const state = (now: User) => t('told.state', { name: nameOf(now), state: t(`status.${statusOf(now)}`) })
  return {
    refresh,
    canUpdate: can('users.update') === true,
    /** Nobody does while they act as somebody else. */
    canEndSessions: can('users.update') === true && !start?.impersonator,
    canDelete: can('users.delete') === true,
    // nobody is made without an address
    canCreate: mayMake(newUser, { can, keptFrom }),
    canSeeTenants: can('tenants.view') === true,
    setActive: (user: User, isActive: boolean) => run(() => call('updateUser', { path: { id: user.id }, body: { isActive } }), state),
    unblock: (user: User) => run(() => call('blockUser', { path: { id: user.id }, body: { isBlocked: false } }), state),
    unlock: (user: User) => run(() => call('unlockUser', { path: { id: user.id } }), state),
    /** At once, because it can be undone. */
    remove: (user: User) => remove('User', user.id, nameOf(user), () => call('deleteUser', { path: { id: user.id } })),
  }
}

export type UserActs = ReturnType<typeof useUserActs>
