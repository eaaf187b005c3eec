import { useI18n } from '../i18n/i18n.tsx'
import type { StatusName } from './account/account.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

const looks: Readonly<Record<StatusName, { icon: IconName; tone: string }>> = {
  Active: { icon: 'active', tone: 'green' },
  Deactivated: { icon: 'inactive', tone: 'grey' },
  Blocked: { icon: 'blocked', tone: 'red' },
  LockedOut: { icon: 'locked', tone: 'amber' },
}

/** A shape, a word and a colour: never the colour alone. The usual state is quiet. */
export function Status({ value }: { value: StatusName }) {
  const { t } = useI18n()
  const { icon, tone } = looks[value]
  return (
    <span className="status" data-tone={tone} data-quiet={value === 'Active' || undefined}>
      <Icon name={icon} size={14} />
      {t(`status.${value}`)}
    </span>
  )
}
