import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ask, call } from '../../api/client.ts'
import { startKey, useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useActs } from '../../ui/acts.ts'
import { idIn } from '../../ui/address.ts'
import { Failed } from '../../ui/Failed.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { useOpened } from '../../ui/form/use-opened.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PageHead } from '../../ui/title.tsx'
import { tell } from '../../ui/toasts.tsx'
import { MenuForm } from './MenuForm.tsx'
import { MenuRow } from './MenuRow.tsx'
import { type Item, orderAfter, rowsOf } from './order.ts'

/** `/menus`: what admins are shown beside the areas of the service; the order changes by buttons and by Alt with an arrow. */
export default function Menus() {
  const { t, language } = useI18n()
  const { me } = useStart()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { do?: string; open?: string }
  const query = useQuery(ask('getMenu', { query: { all: true } }))
  const { can, run, refresh } = useActs(new RegExp(`Menu|${startKey[0]}`))
  const [deleted, setDeleted] = useState<Item | null>(null)
  const table = useRef<HTMLUListElement>(null)
  const rows = rowsOf(query.data ?? [])
  const isOwn = ({ tenantId }: Item) => tenantId === (me?.tenantId ?? null)
  const nameOf = ({ titleAr, titleEn }: Item) => (language === 'ar' ? (titleAr ?? titleEn) : titleEn)
  const go = (change: { do?: string | undefined; open?: string | undefined }) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...change })) as never })
  const move = async (item: Item, by: -1 | 1) => {
    await run(() => call('updateMenuOrder', { body: { items: orderAfter(rows, item, by) } }), t('menus.moved', { name: nameOf(item) }))
    table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(item.id)}"]`)?.focus()
  }
  const edited = rows.find(({ item }) => item.id === idIn(search.open))?.item
  const isMaking = useOpened(search.do === 'new', can('menus.create'))
  const isEditing = useOpened(search.do === 'edit' && edited !== undefined && isOwn(edited), can('menus.update'))
  return (
    <div className="page scrolls">
      <PageHead title={t('nav.menus')}>
        {can('menus.create') && (
          <Button leftSection={<Icon name="plus" size={15} />} onClick={() => go({ do: 'new', open: undefined })}>
            {t('menus.new')}
          </Button>
        )}
      </PageHead>
      <div className="sections" aria-busy={query.isPending}>
        <p className="dim">{t('menus.hint')}</p>
        {query.isError && !query.data && <Failed error={query.error} onRetry={() => void query.refetch()} />}
        {query.data?.length === 0 && (
          <div className="nothing">
            <Icon name="empty" size={24} />
            <h2>{t('menus.none')}</h2>
          </div>
        )}
        <ul className="menu-items" ref={table}>
          {rows.map(({ item, level }) => (
            <MenuRow
              key={item.id}
              item={item}
              level={level}
              name={nameOf(item)}
              isOwn={isOwn(item)}
              rows={rows}
              canUpdate={can('menus.update') === true}
              canDelete={can('menus.delete') === true}
              onMove={(by) => void move(item, by)}
              onEdit={() => go({ do: 'edit', open: item.id })}
              onDelete={() => setDeleted(item)}
            />
          ))}
        </ul>
      </div>
      {(isMaking || isEditing) && (
        <MenuForm
          key={edited?.id ?? 'new'}
          item={isEditing ? (edited ?? null) : null}
          rows={rows}
          nameOf={nameOf}
          onSaved={refresh}
          onClose={() => go({ do: undefined, open: undefined })}
        />
      )}
      {deleted && (
        <ConfirmDialog
          title={t('menus.deleteTitle', { name: nameOf(deleted) })}
          confirm={t('act.delete')}
          typed={nameOf(deleted)}
          onClose={() => setDeleted(null)}
          run={async () => {
            await call('deleteMenuItem', { path: { id: deleted.id } })
            tell(t('told.deleted', { name: nameOf(deleted) }))
            await refresh()
          }}
        >
          <p className="dim">{t('menus.deleteHint')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
