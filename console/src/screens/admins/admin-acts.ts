/** What can be done to one admin, each told when it is done. */
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { tell, tellFault } from '../../ui/toasts.tsx'
import { type Admin, nameOf } from './admins-search.ts'

type Change = 'activateAdmin' | 'deactivateAdmin' | 'unblockAdmin' | 'unlockAdmin'

const states = { activateAdmin: 'Active', deactivateAdmin: 'Deactivated', unblockAdmin: 'Active', unlockAdmin: 'Active' } as const

export function useAdminActs() {
  const cache = useQueryClient()
  const words = useI18n()
  const { me, can } = useStart()
  const { t } = words
  const refresh = () => cache.invalidateQueries({ predicate: ({ queryKey: [name] }) => /Admin|Audit/.test(String(name)) })
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      tellFault(error, words)
    }
    await refresh()
  }
  const restore = (id: string, name: string) =>
    run(async () => {
      await call('restoreRecycleBinEntry', { path: { id } })
      tell(t('told.restored', { name }))
    })
  return {
    refresh,
    /** Why nothing may be changed now; null where it may. */
    reasonAgainst: (admin: Admin): string | null =>
      admin.isProtected ? t('act.isProtected') : admin.id === me?.id ? t('act.isOwn') : null,
    canUpdate: can('admins.update') === true,
    canDelete: can('admins.delete') === true,
    canCreate: can('admins.create') === true,
    change: (operation: Change, admin: Admin) =>
      run(async () => {
        await call(operation, { path: { id: admin.id } })
        tell(t('told.state', { name: nameOf(admin), state: t(`status.${states[operation]}`) }))
      }),
    /** At once, because it can be undone. */
    remove: (admin: Admin) =>
      run(async () => {
        await call('deleteAdmin', { path: { id: admin.id } })
        const name = nameOf(admin)
        const undo = { label: t('act.undo'), run: () => void restore(admin.id, name) }
        tell(t('told.deleted', { name }), can('recyclebin.restore') ? undo : undefined)
      }),
  }
}

export type AdminActs = ReturnType<typeof useAdminActs>

/** Into the clipboard, and says so. */
export async function copy(text: string, told: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  tell(told)
}
