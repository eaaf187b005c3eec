/** What can be done to one admin, each told when it is done. */
import { call } from '../../api/client.ts'
import { isSuperAdmin, useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { newAdmin } from '../../sitemap/admins.ts'
import { mayMake } from '../../sitemap/screen.ts'
import { useActs } from '../../ui/acts.ts'
import { tell } from '../../ui/toasts.tsx'
import { type Admin, nameOf, statusOf } from './admin.ts'

type Change = 'activateAdmin' | 'deactivateAdmin' | 'unblockAdmin' | 'unlockAdmin'

export function useAdminActs() {
  const { t } = useI18n()
  const { start, me, keptFrom } = useStart()
  const { can, refresh, run, remove } = useActs(/Admin|Audit/)
  const canUpdate = can('admins.update') === true
  const isClosed = ({ isProtected }: Pick<Admin, 'isProtected'>): boolean => isProtected && !isSuperAdmin(me)
  const reasonAgainst = (admin: Admin): string | null =>
    isClosed(admin) ? t('act.isProtected') : admin.id === me?.id ? t('act.isOwn') : null
  return {
    can,
    refresh,
    run,
    /** Why nothing may be changed now; null where it may. */
    reasonAgainst,
    /** The same of the deletion, which protection keeps from the SuperAdmin, too. */
    reasonAgainstDeletion: (admin: Admin): string | null => reasonAgainst(admin) ?? (admin.isProtected ? t('act.isKept') : null),
    /** Whether it is protected from the caller: from everybody but the SuperAdmin. */
    isClosed,
    /** Whether its form is offered: that of one's own account is, too. */
    mayEdit: (admin: Pick<Admin, 'isProtected'>): boolean => canUpdate && !isClosed(admin),
    canUpdate,
    /** Nobody does while they act as somebody else. */
    canEndSessions: canUpdate && !start?.impersonator,
    canDelete: can('admins.delete') === true,
    canCreate: mayMake(newAdmin, { can, keptFrom }),
    change: (operation: Change, admin: Admin) =>
      run(
        () => call(operation, { path: { id: admin.id } }),
        // who is blocked besides is not active by being unlocked
        (now) => t('told.state', { name: nameOf(admin), state: t(`status.${statusOf(now)}`) }),
      ),
    /** At once, with the other way round to undo it. */
    protect(admin: Admin): Promise<boolean> {
      const name = nameOf(admin)
      const turn = (isProtected: boolean, canUndo: boolean): Promise<boolean> =>
        run(async () => {
          await call('protectAdmin', { path: { id: admin.id }, body: { isProtected } })
          const told = t(isProtected ? 'told.protected' : 'told.unprotected', { name })
          tell(told, canUndo ? { label: t('act.undo'), run: () => void turn(!isProtected, false) } : undefined)
        })
      return turn(!admin.isProtected, true)
    },
    /** At once, because it can be undone. */
    remove: (admin: Admin) => remove('Admin', admin.id, nameOf(admin), () => call('deleteAdmin', { path: { id: admin.id } })),
  }
}

export type AdminActs = ReturnType<typeof useAdminActs>
