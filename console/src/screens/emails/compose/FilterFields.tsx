import { Checkbox, Select, TextInput } from '@mantine/core'
import { useStart } from '../../../api/start.ts'
import { useI18n } from '../../../i18n/i18n.tsx'
import { useTenantName } from '../../../shell/use-place.ts'
import { GroupSelect } from '../../../ui/form/GroupSelect.tsx'
import { RoleSelect } from '../../../ui/form/RoleSelect.tsx'
import { TenantSelect } from '../../../ui/form/TenantSelect.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { type MailDraft, targets } from './mail-draft.ts'

/** Which admins or users; those who are deactivated get none. */
export function FilterFields({ draft, set }: { draft: MailDraft; set(change: Partial<MailDraft>): void }) {
  const { t } = useI18n()
  const { can, start } = useStart()
  // one that is looked at came with the address, which has its id alone
  const name = useTenantName(draft.tenantId)
  // roles and groups of the tenant that is written to here, whatever is looked at
  const within = draft.tenantId ?? start?.tenant?.id
  const isBelowAsked = draft.tenantId !== null || start?.tenant !== null
  return (
    <>
      <Segments
        label={t('compose.target')}
        value={draft.target}
        options={targets.map((value) => ({ value, label: t(`compose.target.${value}`) }))}
        onChange={(target) => set({ target })}
      />
      <div className="two-columns">
        <TextInput
          label={t('compose.search')}
          type="search"
          dir="auto"
          maxLength={100}
          value={draft.search}
          onChange={(event) => set({ search: event.currentTarget.value })}
        />
        {can('tenants.view') === true && (
          <TenantSelect
            label={t('fact.tenant')}
            value={draft.tenantId}
            chosen={draft.tenantId === null ? undefined : { value: draft.tenantId, label: draft.tenantName ?? name ?? '…' }}
            // a role or a group of another tenant has nobody of this one
            onChange={(tenantId, tenantName) => set({ tenantId, tenantName: tenantName ?? null, roleId: null, groupId: null })}
          />
        )}
        {draft.target === 'admins' && can('roles.view') === true && (
          <RoleSelect
            key={`role ${within}`}
            label={t('fact.role')}
            value={draft.roleId}
            within={within}
            onChange={(roleId) => set({ roleId })}
          />
        )}
        {draft.target === 'admins' && can('groups.view') === true && (
          <GroupSelect
            key={`group ${within}`}
            label={t('compose.group')}
            value={draft.groupId}
            within={within}
            onChange={(groupId) => set({ groupId })}
          />
        )}
        {draft.target === 'users' && (
          <Select
            label={t('compose.verified')}
            data={(['yes', 'no'] as const).map((value) => ({ value, label: t(`fact.${value}`) }))}
            value={draft.verified}
            placeholder={t('compose.either')}
            onChange={(verified) => set({ verified: verified as MailDraft['verified'] })}
            clearable
            comboboxProps={{ withinPortal: true, shadow: 'md' }}
          />
        )}
      </div>
      {isBelowAsked && (
        <Checkbox label={t('compose.below')} checked={draft.isBelow} onChange={(event) => set({ isBelow: event.currentTarget.checked })} />
      )}
      <p className="dim">{t('compose.activeOnly')}</p>
    </>
  )
}
