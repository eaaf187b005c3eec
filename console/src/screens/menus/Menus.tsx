import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ask, call } from '../../api/client.ts'
import { startKey, useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useElsewhere } from '../../shell/Whose.tsx'
import { useActs } from '../../ui/acts.ts'
import { idIn } from '../../ui/address.ts'
import { Failed } from '../../ui/Failed.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { RoleSelect } from '../../ui/form/RoleSelect.tsx'
import { useOpened } from '../../ui/form/use-opened.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PageHead } from '../../ui/title.tsx'
import { tell } from '../../ui/toasts.tsx'
import { MenuForm } from './MenuForm.tsx'
import { MenuRow } from './MenuRow.tsx'
import { type Item, indexIn, orderAfter, type Places, placesWith, rowsOf, siblingsOf } from './order.ts'
import { useDrag } from './use-drag.ts'
import { useSeenAs } from './use-seen-as.ts'

/** `/menus`: what admins are shown beside the areas of the service; the order changes by dragging, by buttons and by Alt with an arrow. */
export default function Menus() {
  const { t, language } = useI18n()
  const { me } = useStart()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { do?: string; open?: string; as?: string }
  const query = useQuery(ask('getMenu', { query: { all: true } }))
  const off = useElsewhere()
  const { can, run, refresh } = useActs(new RegExp(`Menu|${startKey[0]}`))
  const [deleted, setDeleted] = useState<Item | null>(null)
  const table = useRef<HTMLUListElement>(null)
  const choice = useRef<HTMLDivElement>(null)
  const seen = useSeenAs(idIn(search.as))
  const shown = query.data && seen.isOn ? seen.show(query.data) : query.data
  const rows = rowsOf(shown ?? [])
  const isOwn = ({ tenantId }: Item) => tenantId === (me?.tenantId ?? null)
  const nameOf = ({ titleAr, titleEn }: Item) => (language === 'ar' ? (titleAr ?? titleEn) : titleEn)
  const go = (change: { do?: string | undefined; open?: string | undefined; as?: string | undefined }, isReplaced = false) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...change })) as never, replace: isReplaced })
  // it is shown as it is kept, and says so
  useEffect(() => {
    if (seen.isOther) void navigate({ to: '.', search: ((before: object) => ({ ...before, as: undefined })) as never, replace: true })
  }, [seen.isOther, navigate])
  const read = async () => rowsOf(await call('getMenu', { query: { all: true } }))
  const save = (items: Places) => call('updateMenuOrder', { body: { items } })
  const move = async (item: Item, to: number) => {
    const name = nameOf(item)
    await run(async () => {
      // what others changed since it was drawn holds
      const fresh = await read()
      const place = indexIn(fresh, siblingsOf(rows, item), item, to)
      if (place === null) return
      const before = new Map(fresh.map((row) => [row.item.id, row.item.order]))
      const after = orderAfter(fresh, item, place)
      const moved = new Map(after.flatMap(({ id, order }) => (order === before.get(id) ? [] : [[id, before.get(id) ?? 0] as const])))
      const back = async () => await save(placesWith(await read(), item.tenantId, moved))
      await save(after)
      tell(t('menus.moved', { name }), { label: t('act.undo'), run: () => void run(back, t('menus.movedBack', { name })) })
    })
    table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(item.id)}"]`)?.focus()
  }
  const { drag, start } = useDrag(table, rows, move)
  const openId = idIn(search.open)
  const opened = useRef<Item | undefined>(undefined)
  opened.current = rows.find(({ item }) => item.id === openId)?.item ?? opened.current
  // somebody else may have deleted it: what is typed stays, and whoever saves it is told
  const edited = opened.current?.id === openId ? opened.current : undefined
  const isMaking = useOpened(search.do === 'new' && !seen.isOn, can('menus.create'))
  const isEditing = useOpened(search.do === 'edit' && !seen.isOn && edited !== undefined && isOwn(edited), can('menus.update'))
  return (
    <div className="page scrolls">
      <PageHead title={t('nav.menus')}>
        {can('menus.create') && !seen.isOn && (
          <Button
            leftSection={<Icon name="plus" size={15} />}
            onClick={() => off === undefined && go({ do: 'new', open: undefined })}
            {...(off && { title: off, 'aria-disabled': true, 'data-disabled': true })}
          >
            {t('menus.new')}
          </Button>
        )}
      </PageHead>
      <div className="sections" aria-busy={query.isPending || (seen.isOn && !shown && !seen.error)}>
        <p className="dim">{t(me?.tenantId === null ? 'menus.hintAll' : 'menus.hint')}</p>
        {can('roles.view') && (
          <div className="seen-as" ref={choice}>
            <RoleSelect
              label={t('menus.seenAs')}
              placeholder={t('menus.seenByAll')}
              value={seen.role?.id ?? null}
              chosen={seen.role && { value: seen.role.id, label: seen.role.name }}
              onChange={(as) => go({ as: as ?? undefined, do: undefined, open: undefined })}
            />
            <p className="dim" role="status">
              {seen.role && shown && t('menus.seenBy', { name: seen.role.name, count: rows.length })}
            </p>
          </div>
        )}
        {seen.isOn && seen.error && (
          <>
            <Failed error={seen.error} onRetry={seen.retry} />
            <div className="nothing">
              <Button
                variant="default"
                onClick={() => {
                  choice.current?.querySelector('input')?.focus()
                  go({ as: undefined })
                }}
              >
                {t('menus.showAll')}
              </Button>
            </div>
          </>
        )}
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
              canUpdate={!seen.isOn && can('menus.update') === true}
              canDelete={!seen.isOn && can('menus.delete') === true}
              drag={drag}
              onDrag={(event) => start(item, event)}
              onMove={(to) => void move(item, to)}
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
          // from what was saved the way back leads to no form of it
          onClose={(isSaved) => go({ do: undefined, open: undefined }, isSaved)}
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
