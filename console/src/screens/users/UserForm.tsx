import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ask, call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { changesOf, type DraftField, fieldsOf } from '../../ui/account/account-draft.ts'
import { useDraft } from '../../ui/form/draft.ts'
import { ReadFirst, RecordForm } from '../../ui/form/RecordForm.tsx'
import { TenantSelect } from '../../ui/form/TenantSelect.tsx'
import { AvatarField } from '../../ui/own/AvatarField.tsx'
import { tell } from '../../ui/toasts.tsx'
import { nameOf, type UserDetail } from './user.ts'
import type { UserActs } from './user-acts.ts'
import { draftOf, newUserOf } from './user-draft.ts'

interface Props {
  /** Null for a new one. */
  readonly id: string | null
  readonly acts: UserActs
  /** @param id the record to show then */
  onClose(id?: string): void
}

/** A new end user, or a change of one: only what was changed is sent, with the version that was read. */
export function UserForm({ id, acts, onClose }: Props) {
  if (id === null) return <Filled read={null} acts={acts} onClose={onClose} />
  return (
    <ReadFirst asked={ask('getUser', { path: { id } })} onClose={onClose}>
      {(read) => <Filled read={read} acts={acts} onClose={onClose} />}
    </ReadFirst>
  )
}

function Filled({ read, acts, onClose }: Omit<Props, 'id'> & { readonly read: UserDetail | null }) {
  const { t } = useI18n()
  const { me, keptFrom } = useStart()
  const own = me?.tenantId ?? null
  const form = useDraft({
    read,
    draftOf: (from: UserDetail | null) => draftOf(from, own),
    async save(draft, from, stored) {
      const saved = from
        ? await call('updateUser', { path: { id: from.id }, body: { ...changesOf(draft, from), version: from.version } })
        : await call('createUser', { body: newUserOf(draft) })
      stored()
      tell(t(from ? 'told.saved' : 'told.created', { name: nameOf(saved) }))
      await acts.refresh()
      return () => onClose(saved.id)
    },
    ...(read && { again: () => call('getUser', { path: { id: read.id } }) }),
  })
  const { draft, set, faultOf } = form
  const [picture, setPicture] = useState(read?.avatarUrl ?? null)
  const [isUploading, setUploading] = useState(false)
  const upload = async (id: string, file: File) => {
    setUploading(true)
    try {
      const saved = await call('uploadUserAvatar', { path: { id }, body: { file } })
      setPicture(saved.avatarUrl)
      // the version that it has by now goes with the rest
      form.follow(saved)
    } finally {
      setUploading(false)
    }
    await acts.refresh()
  }
  // until then the rest would conflict with one's own picture
  const waiting = isUploading ? { ...form, isBusy: true, submit() {} } : form
  const field = (name: DraftField | 'username' | 'password', more: object) => (
    <TextInput
      label={t(name === 'password' ? 'form.password' : `fact.${name}`)}
      value={draft[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      error={faultOf(name)}
      autoComplete="off"
      {...more}
    />
  )
  const shown = fieldsOf(read, keptFrom(read ? 'users.update' : 'users.create'))
  const required = { required: true, withAsterisk: false }
  return (
    <RecordForm
      form={waiting}
      titles={Object.fromEntries(shown.map((name) => [name, t(`fact.${name}`)]))}
      title={read ? nameOf(read) : t('new.user')}
      submit={t(read ? 'act.save' : 'act.create')}
      isNew={read === null}
      onClose={() => onClose()}
    >
      {read && <AvatarField name={nameOf(read)} src={picture} upload={(file) => upload(read.id, file)} />}
      <div className="two-columns">
        {field('firstName', { 'data-autofocus': true, dir: 'auto' })}
        {field('lastName', { dir: 'auto' })}
      </div>
      {read === null && field('username', { ...required, dir: 'ltr', spellCheck: false })}
      {shown.includes('email') &&
        field('email', {
          ...required,
          inputMode: 'email',
          dir: 'ltr',
          ...(read &&
            draft.email !== read.email && {
              description: t('users.emailHint'),
              inputWrapperOrder: ['label', 'input', 'description', 'error'],
            }),
        })}
      {shown.includes('phoneNumber') && field('phoneNumber', { type: 'tel', dir: 'ltr', placeholder: '+962790000001' })}
      {read === null && (own === null || acts.canSeeTenants) && (
        <TenantSelect
          label={t('fact.tenant')}
          value={draft.tenantId}
          isRequired
          error={faultOf('tenantId')}
          onChange={(tenantId) => set({ tenantId })}
        />
      )}
      {read === null &&
        field('password', {
          description: t('form.passwordHint'),
          type: 'password',
          autoComplete: 'new-password',
          dir: 'ltr',
        })}
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
