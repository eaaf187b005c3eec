import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Entry } from './entry.ts'

const looks = {
  success: { icon: 'active', tone: 'green' },
  failure: { icon: 'alert', tone: 'amber' },
  denied: { icon: 'blocked', tone: 'red' },
} as const

/** How it ended: a shape, a word and a colour; the usual is quiet. */
export function Outcome({ value }: { value: Entry['outcome'] }) {
  const { t } = useI18n()
  const { icon, tone } = looks[value]
  return (
    <span className="status" data-tone={tone} data-quiet={value === 'success' || undefined}>
      <Icon name={icon} size={14} />
      {t(`audit.outcome.${value}`)}
    </span>
  )
}
