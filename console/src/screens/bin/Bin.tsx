import { useMemo, useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useActs } from '../../ui/acts.ts'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/list.ts'
import { tell } from '../../ui/toasts.tsx'
import { BinMenu } from './BinMenu.tsx'
import { columnsOf, filtersOf } from './columns.tsx'
import type { Entry } from './entry.ts'
import { mayErase } from './erase-rights.ts'

const orders = ['deletedAt']
const usual = { by: 'deletedAt', direction: 'desc' } as const

/** `/bin`: what was deleted, by whom and when; it comes back at once, or goes for ever. */
export default function Bin() {
  const words = useI18n()
  const { t } = words
  // what comes back may be in any list
  const acts = useActs(/./)
  const list = useList({ operation: 'listRecycleBin', orders, usual, filters: filtersOf(words) })
  const columns = useMemo(() => columnsOf(words), [words])
  const [erased, setErased] = useState<Entry | null>(null)
  /** The row is gone, and with it what had the focus. */
  const land = () => document.querySelector<HTMLElement>('tr[data-row]') ?? document.querySelector<HTMLElement>('h1')
  const restore = async ({ id, displayName: name, entityType }: Entry) => {
    // it comes back switched off: its receiver may be gone by now
    const told = t(entityType === 'Webhook' ? 'webhooks.toldBack' : 'told.restored', { name })
    const isDone = await acts.run(() => call('restoreRecycleBinEntry', { path: { id } }), told)
    if (isDone) land()?.focus()
  }
  return (
    <ListPage<Entry>
      list={list}
      title={t('nav.bin')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ displayName }) => displayName}
      searchHint={t('bin.search')}
      none={{ title: t('bin.none'), hint: t('bin.noneHint') }}
      onOpen={() => {}}
      onKey={(key, entry) => {
        if (key === 'Delete' && mayErase(acts.can, entry.entityType)) setErased(entry)
      }}
      menuOf={(entry) => <BinMenu entry={entry} can={acts.can} onRestore={() => void restore(entry)} onErase={() => setErased(entry)} />}
    >
      {erased && (
        <ConfirmDialog
          title={t('bin.eraseTitle', { name: erased.displayName })}
          confirm={t('bin.eraseDo')}
          typed={erased.displayName}
          run={async () => {
            await call('purgeRecycleBinEntry', { path: { id: erased.id } })
            tell(t('bin.erased', { name: erased.displayName }))
            await acts.refresh()
            land()?.focus()
          }}
          onClose={() => setErased(null)}
        >
          <p>{t('bin.eraseHint')}</p>
          {erased.entityType === 'Tenant' && <p>{t('bin.eraseTenant')}</p>}
          {(erased.entityType === 'Admin' || erased.entityType === 'User') && <p>{t('bin.erasePerson')}</p>}
        </ConfirmDialog>
      )}
    </ListPage>
  )
}
