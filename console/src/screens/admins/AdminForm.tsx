import { Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask, call, type Reply } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { useDraft } from '../../ui/form/draft.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { tell } from '../../ui/toasts.tsx'
import { nameOf } from './admin.ts'
import type { AdminActs } from './admin-acts.ts'
import { changesOf, type DraftField, draftOf, fieldsOf, newAdminOf } from './admin-draft.ts'
import { PlaceFields } from './PlaceFields.tsx'

type Detail = Reply<'getAdmin'>

interface Props {
  /** Null for a new one. */
  readonly id: string | null
  readonly acts: AdminActs
  /** @param id the record to show then */
  onClose(id?: string): void
}

/** A new admin, or a change of one: only what was changed is sent, with the version that was read. */
export function AdminForm({ id, acts, onClose }: Props) {
  const { t } = useI18n()
  const query = useQuery({
    ...ask('getAdmin', { path: { id: id ?? '' } }),
    enabled: id !== null,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const [read, setRead] = useState<Detail | null>(null)
  useEffect(() => {
    // the first answer: what is typed is never written over by a later one
    if (query.data) setRead((before) => before ?? query.data)
  }, [query.data])
  if (id === null || read) return <Filled key={read?.id ?? 'new'} read={read} acts={acts} onClose={onClose} />
  if (!query.isError) return null
  return (
    <Modal opened onClose={() => onClose()} title={t('list.failed')} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <Failed error={query.error} onRetry={() => void query.refetch()} />
    </Modal>
  )
}

function Filled({ read, acts, onClose }: Omit<Props, 'id'> & { readonly read: Detail | null }) {
  const { t } = useI18n()
  const { me } = useStart()
  const form = useDraft({
    read,
    draftOf: (from: Detail | null) => draftOf(from, me?.tenantId ?? null),
    async save(draft, from) {
      const saved = from
        ? await call('updateAdmin', { path: { id: from.id }, body: { ...changesOf(draft, from), version: from.version } })
        : await call('createAdmin', { body: newAdminOf(draft) })
      tell(t(from ? 'told.saved' : 'told.created', { name: nameOf(saved) }))
      await acts.refresh()
      onClose(saved.id)
    },
    ...(read && { again: () => call('getAdmin', { path: { id: read.id } }) }),
  })
  const { draft, set, faultOf } = form
  const text = (field: DraftField, more: object = {}) => (
    <TextInput
      label={t(`admins.${field === 'phoneNumber' ? 'phone' : field}`)}
      value={draft[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
      error={faultOf(field)}
      autoComplete="off"
      {...more}
    />
  )
  const shown = fieldsOf(read)
  const titles = Object.fromEntries(shown.map((field) => [field, t(`admins.${field === 'phoneNumber' ? 'phone' : field}`)]))
  return (
    <RecordForm
      form={form}
      titles={titles}
      title={read ? nameOf(read) : t('admins.new')}
      submit={t(read ? 'act.save' : 'act.create')}
      isNew={read === null}
      onClose={() => onClose()}
    >
      <div className="two-columns">
        {text('firstName', { required: true, withAsterisk: false, 'data-autofocus': true, dir: 'auto' })}
        {text('lastName', { required: true, withAsterisk: false, dir: 'auto' })}
      </div>
      {shown.includes('email') && text('email', { type: 'email', required: true, withAsterisk: false, dir: 'ltr' })}
      {shown.includes('phoneNumber') && text('phoneNumber', { type: 'tel', dir: 'ltr' })}
      <PlaceFields draft={draft} base={read} faultOf={faultOf} onChange={set} />
      {read === null && (
        <TextInput
          label={t('form.password')}
          description={t('form.passwordHint')}
          type="password"
          value={draft.password}
          onChange={(event) => set({ password: event.currentTarget.value })}
          error={faultOf('password')}
          autoComplete="new-password"
          dir="ltr"
        />
      )}
    </RecordForm>
  )
}
