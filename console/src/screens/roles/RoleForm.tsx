import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { changedOf, useDraft } from '../../ui/form/draft.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { TenantSelect } from '../../ui/form/TenantSelect.tsx'
import { tell } from '../../ui/toasts.tsx'
import type { Role } from './role.ts'
import type { RoleActs } from './role-acts.ts'

interface Props {
  /** Null for a new one. */
  readonly read: Role | null
  readonly acts: RoleActs
  /** @param id the role that was saved */
  onClose(id?: string): void
}

/** What a role is called; what it gives is chosen on its own page. */
export function RoleForm({ read, acts, onClose }: Props) {
  const { t } = useI18n()
  const { me, can } = useStart()
  const form = useDraft({
    read,
    draftOf: (from: Role | null) => ({
      name: from?.name ?? '',
      description: from?.description ?? '',
      isDefault: from?.isDefault ?? false,
      tenantId: from ? from.tenantId : (me?.tenantId ?? null),
    }),
    async save(draft, from, stored): Promise<() => void> {
      const { tenantId: _, description, ...changed } = changedOf({ draft, base: form.base })
      const body = { ...changed, ...(description !== undefined && { description: description.trim() || null }) }
      const saved = from
        ? await call('updateRole', { path: { id: from.id }, body: { ...body, version: from.version } })
        : await call('createRole', {
            body: { ...draft, name: draft.name.trim(), description: draft.description.trim() || null, permissionIds: [] },
          })
      stored()
      tell(t(from ? 'told.saved' : 'told.created', { name: saved.name }))
      await acts.refresh()
      return () => onClose(saved.id)
    },
    ...(read && { again: () => call('getRole', { path: { id: read.id } }) }),
  })
  const { draft, set, faultOf } = form
  // the default is given to others
  const against = read && !read.isDefault ? acts.reasonAgainst(read) : null
  return (
    <RecordForm
      form={form}
      titles={{ name: t('fact.name'), description: t('roles.description'), isDefault: t('roles.defaultLabel') }}
      title={read ? t('roles.renameTitle', { name: read.name }) : t('new.role')}
      submit={t(read ? 'act.save' : 'act.create')}
      isNew={read === null}
      onClose={() => onClose()}
    >
      <TextInput
        label={t('fact.name')}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={faultOf('name')}
        required
        withAsterisk={false}
        maxLength={100}
        autoComplete="off"
        dir="auto"
        data-autofocus
      />
      <Textarea
        label={t('roles.description')}
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        error={faultOf('description')}
        rows={2}
        maxLength={500}
        dir="auto"
      />
      {read === null && can('tenants.view') && (
        <TenantSelect
          label={t('fact.tenant')}
          description={t('roles.tenantHint')}
          value={draft.tenantId}
          isRequired={me?.tenantId !== null}
          error={faultOf('tenantId')}
          onChange={(tenantId) => set({ tenantId })}
        />
      )}
      <Checkbox
        label={t('roles.defaultLabel')}
        description={against ?? t('roles.defaultHint')}
        checked={draft.isDefault}
        disabled={against !== null}
        onChange={(event) => set({ isDefault: event.currentTarget.checked })}
      />
    </RecordForm>
  )
}
