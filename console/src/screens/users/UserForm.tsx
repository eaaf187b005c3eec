import { Checkbox, Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask, call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { useDraft } from '../../ui/form/draft.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { TenantSelect } from '../../ui/form/TenantSelect.tsx'
import { tell } from '../../ui/toasts.tsx'
import { nameOf, type UserDetail } from './user.ts'
import type { UserActs } from './user-acts.ts'
import { changesOf, type DraftField, draftOf, fieldsOf, newUserOf } from './user-draft.ts'

interface Props {
  /** Null for a new one. */
  readonly id: string | null
  readonly acts: UserActs
  /** @param id the record to show then */
  onClose(id?: string): void
}

/** A new end user, or a change of one: only what was changed is sent, with the version that was read. */
export function UserForm({ id, acts, onClose }: Props) {
  const { t } = useI18n()
  const query = useQuery({ ...ask('getUser', { path: { id: id ?? '' } }), enabled: id !== null, staleTime: 0, refetchOnWindowFocus: false })
  const [read, setRead] = useState<UserDetail | null>(null)
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

const titleKeys = { firstName: 'users.firstName', lastName: 'users.lastName', email: 'users.email', phoneNumber: 'users.phone' } as const

function Filled({ read, acts, onClose }: Omit<Props, 'id'> & { readonly read: UserDetail | null }) {
  const { t } = useI18n()
  const { me } = useStart()
  const own = me?.tenantId ?? null
  const form = useDraft({
    read,
    draftOf: (from: UserDetail | null) => draftOf(from, own),
    async save(draft, from) {
      const saved = from
        ? await call('updateUser', { path: { id: from.id }, body: { ...changesOf(draft, from), version: from.version } })
        : await call('createUser', { body: newUserOf(draft) })
      tell(t(from ? 'told.saved' : 'told.created', { name: nameOf(saved) }))
      await acts.refresh()
      onClose(saved.id)
    },
    ...(read && { again: () => call('getUser', { path: { id: read.id } }) }),
  })
  const { draft, set, faultOf } = form
  const field = (name: DraftField | 'username', label: string, more: object = {}) => (
    <TextInput
      label={label}
      value={draft[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      error={faultOf(name)}
      autoComplete="off"
      {...more}
    />
  )
  const shown = fieldsOf(read)
  const required = { required: true, withAsterisk: false }
  return (
    <RecordForm
      form={form}
      titles={Object.fromEntries(shown.map((name) => [name, t(titleKeys[name])]))}
      title={read ? nameOf(read) : t('users.new')}
      submit={t(read ? 'act.save' : 'act.create')}
      isNew={read === null}
      onClose={() => onClose()}
    >
      <div className="two-columns">
        {field('firstName', t('users.firstName'), { 'data-autofocus': true, dir: 'auto' })}
        {field('lastName', t('users.lastName'), { dir: 'auto' })}
      </div>
      {read === null && field('username', t('users.username'), { ...required, dir: 'ltr', spellCheck: false })}
      {shown.includes('email') &&
        field('email', t('users.email'), {
          ...required,
          type: 'email',
          dir: 'ltr',
          ...(read &&
            draft.email !== read.email && {
              description: t('users.emailHint'),
              inputWrapperOrder: ['label', 'input', 'description', 'error'],
            }),
        })}
      {shown.includes('phoneNumber') && field('phoneNumber', t('users.phone'), { type: 'tel', dir: 'ltr', placeholder: '+962790000001' })}
      {read === null && (own === null || acts.canSeeTenants) && (
        <TenantSelect
          label={t('users.tenant')}
          value={draft.tenantId}
          isRequired
          chosen={own ? { value: own, label: me?.tenantName ?? '' } : undefined}
          error={faultOf('tenantId')}
          onChange={(tenantId) => set({ tenantId })}
        />
      )}
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
      {read === null && draft.password !== '' && (
        <Checkbox
          label={t('users.welcome')}
          checked={draft.isWelcomed}
          onChange={(event) => set({ isWelcomed: event.currentTarget.checked })}
        />
      )}
    </RecordForm>
  )
}
