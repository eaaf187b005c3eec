import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import type { TenantStatus } from './status.ts'

const looks: Readonly<Record<TenantStatus, { icon: IconName; tone: string }>> = {
  Active: { icon: 'active', tone: 'green' },
  Inactive: { icon: 'inactive', tone: 'grey' },
  Suspended: { icon: 'alert', tone: 'amber' },
  Cancelled: { icon: 'blocked', tone: 'red' },
}

export function TenantState({ value }: { value: TenantStatus }) {
  const { t } = useI18n()
  const { icon, tone } = looks[value]
  return (
    <span className="status" data-tone={tone} data-quiet={value === 'Active' || undefined}>
      <Icon name={icon} size={14} />
      {t(`tenants.state.${value}`)}
    </span>
  )
}
