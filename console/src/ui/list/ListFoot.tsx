import { ActionIcon } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../Icon.tsx'
import type { IconName } from '../icons.ts'

interface Props {
  readonly page: number
  readonly pageSize: number
  readonly pages: number
  readonly total: number
  /** Whether there are more than were counted. */
  readonly isCapped: boolean
  onPage(page: number): void
}

export function ListFoot({ page, pageSize, pages, total, isCapped, onPage }: Props) {
  const { t } = useI18n()
  const range = { from: (page - 1) * pageSize + 1, to: Math.min(page * pageSize, total), total }
  /** One that leads nowhere keeps the focus: whoever came there by it goes on from there. */
  const step = (label: string, icon: IconName, to: number, isOff: boolean) => (
    <ActionIcon
      variant="default"
      aria-label={label}
      {...(isOff && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={() => !isOff && onPage(to)}
    >
      <Icon name={icon} size={15} />
    </ActionIcon>
  )
  return (
    <div className="foot">
      {total > 0 && <span className="dim">{t(isCapped ? 'list.rangeCapped' : 'list.range', range)}</span>}
      <span className="grow" />
      {pages > 1 && <span className="dim not-small">{t('list.page', { page, pages })}</span>}
      {step(t('list.previous'), 'chevronLeft', page - 1, page <= 1)}
      {step(t('list.next'), 'chevronRight', page + 1, page >= pages)}
    </div>
  )
}
