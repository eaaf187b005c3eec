import { useI18n } from '../../i18n/i18n.tsx'
import type { Role } from './role.ts'

/** What is special about a role: made by the service, given to whom no other is chosen for. */
export function RoleMarks({ role: { isSystem, isDefault } }: { role: Pick<Role, 'isSystem' | 'isDefault'> }) {
  const { t } = useI18n()
  return (
    <>
      {isSystem && (
        <span className="tag" data-tone="grey">
          {t('roles.system')}
        </span>
      )}
      {isDefault && (
        <span className="tag" data-tone="blue">
          {t('roles.default')}
        </span>
      )}
    </>
  )
}
