import { Select, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, call, type Input } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { OwnAlone } from '../../shell/Whose.tsx'
import { changedOf, useDraft } from '../../ui/form/draft.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { tell } from '../../ui/toasts.tsx'
import { type Draft, draftOf, newItemOf, sent } from './item-draft.ts'
import { type Item, type Row, rowsOf } from './order.ts'

interface Props {
  /** Null for a new one. */
  readonly item: Item | null
  readonly rows: readonly Row[]
  nameOf(item: Item): string
  onSaved(): Promise<unknown>
  onClose(isSaved: boolean): void
}

/** One's own, and the one that is asked for already: it may be another's to give, but an empty field would say that all are shown the item. */
const permissionsOf = (own: readonly string[], present: string | null | undefined): string[] =>
  present && !own.includes(present) ? [present, ...own] : [...own]

/** A new item, or a change of one. */
export function MenuForm({ item, rows, nameOf, onSaved, onClose }: Props) {
  const { t } = useI18n()
  // as it was read after somebody else had saved: they may have put it below what was not there before
  const [later, setLater] = useState<readonly Row[]>([])
  const permissions = useQuery(ask('getOwnPermissions', {}))
  const form = useDraft<Draft, Item>({
    read: item,
    draftOf,
    async save(draft, from, stored) {
      const saved = from
        ? await call('updateMenuItem', {
            path: { id: from.id },
            body: { ...sent(changedOf({ draft, base: draftOf(from) })), version: from.version } as Input<'updateMenuItem'>['body'] & {},
          })
        : await call('createMenuItem', { body: newItemOf(draft) as Input<'createMenuItem'>['body'] })
      stored()
      tell(t(from ? 'told.saved' : 'told.created', { name: nameOf(saved) }))
      await onSaved()
      return () => onClose(true)
    },
    ...(item && {
      async again() {
        const all = rowsOf(await call('getMenu', { query: { all: true } }))
        setLater(all)
        return all.find((row) => row.item.id === item.id)?.item ?? item
      },
    }),
  })
  const { draft, set, faultOf } = form
  const titles = {
    titleEn: t('menus.titleEn'),
    titleAr: t('menus.titleAr'),
    key: t('menus.key'),
    path: t('menus.path'),
    icon: t('menus.icon'),
    parentId: t('menus.parent'),
    requiredPermission: t('menus.permission'),
    isVisible: t('menus.visible'),
  }
  const parentOf = ({ parentId }: Draft) => {
    const parent = [...later, ...rows].find((row) => row.item.id === parentId)
    return parent ? nameOf(parent.item) : parentId === null ? t('menus.top') : undefined
  }
  const text = (field: 'titleEn' | 'titleAr' | 'key' | 'path' | 'icon', more: object = {}) => (
    <TextInput
      label={titles[field]}
      value={draft[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
      error={faultOf(field)}
      autoComplete="off"
      {...more}
    />
  )
  // below itself, or below what stands below it, it can't be
  const below = new Set(item ? rowsOf([item]).map((row) => row.item.id) : [])
  const parents = rows.filter((row) => !below.has(row.item.id)).map((row) => ({ value: row.item.id, label: nameOf(row.item) }))
  return (
    <RecordForm
      form={form}
      titles={titles}
      named={(field, of) => (field === 'parentId' ? parentOf(of) : undefined)}
      title={item ? nameOf(item) : t('menus.new')}
      submit={t(item ? 'act.save' : 'act.create')}
      isNew={item === null}
      onClose={() => onClose(false)}
    >
      {item === null && <OwnAlone />}
      <div className="two-columns">
        {text('titleEn', { dir: 'ltr', lang: 'en', 'data-autofocus': true, required: true, withAsterisk: false })}
        {text('titleAr', { dir: 'rtl', lang: 'ar' })}
      </div>
      {text('path', { dir: 'ltr', description: t('menus.pathHint') })}
      <div className="two-columns">
        {text('key', { dir: 'ltr', description: t('menus.keyHint') })}
        {text('icon', { dir: 'ltr' })}
      </div>
      <Select
        label={titles.parentId}
        placeholder={t('menus.top')}
        data={parents}
        value={draft.parentId}
        onChange={(parentId) => set({ parentId })}
        error={faultOf('parentId')}
        clearable
        searchable
      />
      <Select
        label={titles.requiredPermission}
        data={permissionsOf(permissions.data?.permissions ?? [], item?.requiredPermission)}
        value={draft.requiredPermission}
        onChange={(requiredPermission) => set({ requiredPermission })}
        error={faultOf('requiredPermission')}
        clearable
        searchable
        dir="ltr"
      />
      <Switch label={titles.isVisible} checked={draft.isVisible} onChange={(event) => set({ isVisible: event.currentTarget.checked })} />
    </RecordForm>
  )
}
