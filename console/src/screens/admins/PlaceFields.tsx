import type { Reply } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { RoleSelect } from '../../ui/form/RoleSelect.tsx'
import { TenantSelect } from '../../ui/form/TenantSelect.tsx'
import type { AdminDraft } from './admin-draft.ts'

interface Props {
  readonly draft: AdminDraft
  readonly base: Reply<'getAdmin'> | null
  /** Whether it is the caller, whose role is never theirs to change. */
  readonly isOwn: boolean
  faultOf(field: string): string | undefined
  onChange(change: Partial<AdminDraft>): void
}

/** Tenant, for a new admin only, and a role of it. */
export function PlaceFields({ draft, base, isOwn, faultOf, onChange }: Props) {
  const { t } = useI18n()
  const { can, me } = useStart()
  const { tenantId, role } = draft
  return (
    <>
      {base === null && can('tenants.view') && (
        <TenantSelect
          label={t('fact.tenant')}
          value={tenantId}
          isRequired={me?.tenantId !== null}
          error={faultOf('tenantId')}
          onChange={(value) => onChange({ tenantId: value, role: null })}
        />
      )}
      {can('roles.view') && (
        <RoleSelect
          key={tenantId}
          label={t('fact.role')}
          description={t(isOwn ? 'act.isOwn' : 'form.roleHint')}
          value={role?.id ?? null}
          isRequired
          isDisabled={isOwn}
          chosen={role ? { value: role.id, label: role.name } : undefined}
          tenantId={tenantId}
          error={faultOf('roleId')}
          onChange={(id, name = '') => onChange({ role: id === null ? null : { id, name } })}
        />
      )}
    </>
  )
}
