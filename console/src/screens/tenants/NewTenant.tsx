import { Checkbox, Modal, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask, call, type Input } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { useDraft } from '../../ui/form/draft.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { TenantSelect } from '../../ui/form/TenantSelect.tsx'
import { Note } from '../../ui/Note.tsx'
import { tell } from '../../ui/toasts.tsx'
import type { Tenant } from './tenant.ts'
import type { TenantActs } from './tenant-acts.ts'

const adminFields = ['firstName', 'lastName', 'email', 'password'] as const

const draftOf = (parent: string | null) => ({
  name: '',
  code: '',
  description: '',
  parentTenantId: parent,
  hasAdmin: true,
  firstName: '',
  lastName: '',
  email: '',
  password: '',
})
type Draft = ReturnType<typeof draftOf>

function bodyOf(draft: Draft, mayInvite: boolean): Input<'createTenant'>['body'] {
  const { firstName, lastName, email, password } = draft
  const admin = { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim(), ...(password && { password }) }
  return {
    name: draft.name.trim(),
    parentTenantId: draft.parentTenantId,
    ...(draft.code.trim() && { code: draft.code.trim() }),
    ...(draft.description.trim() && { description: draft.description.trim() }),
    ...(mayInvite && draft.hasAdmin && { admin }),
  }
}

interface Props {
  /** Null: directly below the caller's own, or at the top of the platform. */
  readonly parent: Tenant | null
  readonly acts: TenantActs
  /** Leads to it, and ends what was begun. */
  onMade(id: string): void
}

/** A new tenant with its first admin, told beforehand what is left of the quota and what it is granted. */
export function NewTenant({ parent, acts, onMade }: Props) {
  const { t } = useI18n()
  const query = useQuery({ ...ask('getTenantCreationPermissions', {}), staleTime: 0 })
  if (query.data && query.isFetchedAfterMount) return <Filled room={query.data} parent={parent} acts={acts} onMade={onMade} />
  if (!query.isError) return null
  return (
    <Modal opened onClose={acts.end} title={t('new.tenant')} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <Failed error={query.error} onRetry={() => void query.refetch()} />
    </Modal>
  )
}

type Room = {
  readonly reasons: readonly string[]
  readonly quotas: { readonly remainingSubTenants: number | null }
  readonly grantablePermissionIds: readonly string[]
}

function Filled({ room, parent, acts, onMade }: Props & { readonly room: Room }) {
  const { t } = useI18n()
  const { me, can, keptFrom } = useStart()
  const own = me?.tenantId ?? null
  const mayInvite = can('admins.create') === true && !keptFrom('admins.create').includes('email')
  const form = useDraft({
    read: null,
    draftOf: () => draftOf(parent?.id ?? own),
    async save(draft, _, stored) {
      const made = await call('createTenant', { body: bodyOf(draft, mayInvite) })
      stored()
      tell(t('told.created', { name: made.name }))
      await acts.refresh()
      return () => onMade(made.id)
    },
  })
  const { draft, set, faultOf } = form
  const props = (field: 'name' | 'code' | 'description' | (typeof adminFields)[number], fault: string = field) => ({
    label: t(`tenants.${field}`),
    value: draft[field],
    error: faultOf(fault),
    autoComplete: field === 'password' ? 'new-password' : 'off',
    onChange: (event: { currentTarget: { value: string } }) => set({ [field]: event.currentTarget.value }),
  })
  const left = room.quotas.remainingSubTenants
  return (
    <RecordForm form={form} titles={{}} title={t('new.tenant')} submit={t('act.create')} isNew size={520} onClose={acts.end}>
      {room.reasons.includes('quota_exceeded') && <Note tone="amber">{t('tenants.noRoom')}</Note>}
      {room.reasons.includes('too_deep') && <Note tone="amber">{t('tenants.tooDeep')}</Note>}
      <p className="dim">
        {left !== null && <>{t('tenants.left', { count: left })} </>}
        {t('tenants.granted', { count: room.grantablePermissionIds.length })}
      </p>
      <TextInput {...props('name')} required withAsterisk={false} maxLength={200} dir="auto" data-autofocus />
      <div className="two-columns">
        <TextInput {...props('code')} description={t('tenants.codeHint')} spellCheck={false} dir="ltr" />
        <TenantSelect
          label={t('tenants.parent')}
          description={t(own === null ? 'tenants.parentHint' : 'tenants.parentBelow')}
          value={draft.parentTenantId}
          isRequired={own !== null}
          chosen={parent ? { value: parent.id, label: parent.name } : undefined}
          error={faultOf('parentTenantId')}
          onChange={(value) => set({ parentTenantId: value })}
        />
      </div>
      <Textarea {...props('description')} rows={2} maxLength={2000} dir="auto" />
      {mayInvite && (
        <fieldset className="part">
          <legend>{t('tenants.firstAdmin')}</legend>
          <Checkbox
            label={t('tenants.withAdmin')}
            description={t('tenants.withAdminHint')}
            checked={draft.hasAdmin}
            onChange={(event) => set({ hasAdmin: event.currentTarget.checked })}
          />
          {draft.hasAdmin && (
            <>
              <div className="two-columns">
                <TextInput {...props('firstName', 'admin.firstName')} required withAsterisk={false} dir="auto" />
                <TextInput {...props('lastName', 'admin.lastName')} required withAsterisk={false} dir="auto" />
              </div>
              <TextInput {...props('email', 'admin.email')} inputMode="email" required withAsterisk={false} dir="ltr" />
              <TextInput {...props('password', 'admin.password')} description={t('form.passwordHint')} type="password" dir="ltr" />
            </>
          )}
        </fieldset>
      )}
    </RecordForm>
  )
}
