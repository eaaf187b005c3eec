import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { acting } from '../../api/acting.ts'
import { ask, call, type Reply } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { type DraftField, fieldsOf } from '../../ui/account/account-draft.ts'
import { useDraft } from '../../ui/form/draft.ts'
import { ReadFirst, RecordForm } from '../../ui/form/RecordForm.tsx'
import { tell } from '../../ui/toasts.tsx'
import { nameOf } from './admin.ts'
import type { AdminActs } from './admin-acts.ts'
import { changesOf, draftOf, newAdminOf } from './admin-draft.ts'
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
  if (id === null) return <Filled read={null} acts={acts} onClose={onClose} />
  return (
    <ReadFirst asked={ask('getAdmin', { path: { id } })} onClose={onClose}>
      {(read) => <Read read={read} acts={acts} onClose={onClose} />}
    </ReadFirst>
  )
}

function Read({ read, acts, onClose }: Omit<Props, 'id'> & { readonly read: Detail }) {
  // a form that is open stays, whatever is taken away meanwhile
  const [isClosed] = useState(() => acts.isClosed(read))
  return isClosed ? <Away go={onClose} /> : <Filled read={read} acts={acts} onClose={onClose} />
}

/** Nobody but the SuperAdmin changes a protected one: an address that says so leads to the list. */
function Away({ go }: { go(): void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever draws it gives another function each time
  useEffect(() => go(), [])
  return null
}

function Filled({ read, acts, onClose }: Omit<Props, 'id'> & { readonly read: Detail | null }) {
  const { t } = useI18n()
  const { me, keptFrom } = useStart()
  const form = useDraft({
    read,
    draftOf: (from: Detail | null) => draftOf(from, me?.tenantId ?? null),
    async save(draft, from, stored) {
      const saved = from
        ? await call('updateAdmin', { path: { id: from.id }, body: { ...changesOf(draft, from), version: from.version } })
        : await call('createAdmin', { body: newAdminOf(draft) })
      stored()
      tell(t(from ? 'told.saved' : 'told.created', { name: nameOf(saved) }))
      await acts.refresh()
      return () => onClose(saved.id)
    },
    ...(read && { again: () => call('getAdmin', { path: { id: read.id } }) }),
  })
  const { draft, set, faultOf } = form
  const text = (field: DraftField | 'password', more: object) => (
    <TextInput
      label={t(field === 'password' ? 'form.password' : `fact.${field}`)}
      value={draft[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
      error={faultOf(field)}
      autoComplete="off"
      {...more}
    />
  )
  const isOwn = read !== null && read.id === me?.id
  const fixed = (isFixed: boolean, why: 'act.isOwn' | 'acting.phone') => isFixed && { disabled: true, description: t(why) }
  const shown = fieldsOf(read, keptFrom(read ? 'admins.update' : 'admins.create'))
  const titles = { ...Object.fromEntries(shown.map((field) => [field, t(`fact.${field}`)])), role: t('fact.role') }
  return (
    <RecordForm
      form={form}
      titles={titles}
      named={(field, of) => (field === 'role' ? of.role?.name : undefined)}
      title={read ? nameOf(read) : t('new.admin')}
      submit={t(read ? 'act.save' : 'act.create')}
      isNew={read === null}
      onClose={() => onClose()}
    >
      <div className="two-columns">
        {text('firstName', { required: true, withAsterisk: false, 'data-autofocus': true, dir: 'auto' })}
        {text('lastName', { required: true, withAsterisk: false, dir: 'auto' })}
      </div>
      {shown.includes('email') &&
        text('email', { inputMode: 'email', required: true, withAsterisk: false, dir: 'ltr', ...fixed(isOwn, 'act.isOwn') })}
      {shown.includes('phoneNumber') &&
        text('phoneNumber', { type: 'tel', dir: 'ltr', ...fixed(isOwn && acting() !== null, 'acting.phone') })}
      <PlaceFields draft={draft} base={read} isOwn={isOwn} faultOf={faultOf} onChange={set} />
      {read === null &&
        text('password', {
          description: t('form.passwordHint'),
          type: 'password',
          autoComplete: 'new-password',
          dir: 'ltr',
        })}
    </RecordForm>
  )
}
