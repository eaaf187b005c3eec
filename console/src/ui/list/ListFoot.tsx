import { ActionIcon } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../Icon.tsx'
import type { IconName } from '../icons.ts'
import { laterWithTexts } from '../later.tsx'

/** With the texts that lists do not begin with. */
export const Further = laterWithTexts(async () => (await import('./further/Further.tsx')).Further)

interface Props {
  readonly page: number
  readonly pageSize: number
  readonly pages: number
  readonly total: number
  /** Whether there are more than were counted. */
  readonly isCapped: boolean
  /** Undefined where pages have numbers (`furtherIn`). */
  readonly further: string | null | undefined
  /** @param page as the address says it */
  onPage(page: string): void
}

export function ListFoot({ page, pageSize, pages, total, isCapped, further, onPage }: Props) {
  const { t } = useI18n()
  const range = { from: (page - 1) * pageSize + 1, to: Math.min(page * pageSize, total), total }
  /** One that leads nowhere keeps the focus: whoever came there by it goes on from there. */
  const step = (label: string, icon: IconName, to: number, isOff: boolean) => (
    <ActionIcon
      variant="default"
      aria-label={label}
      {...(isOff && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={() => !isOff && onPage(String(to))}
    >
      <Icon name={icon} size={15} />
    </ActionIcon>
  )
  return (
    <div className="foot">
      {further !== undefined ? (
        <Further total={total} further={further} onPage={onPage} />
      ) : (
        total > 0 && <span className="dim">{t(isCapped ? 'list.rangeCapped' : 'list.range', range)}</span>
      )}
      <span className="grow" />
      {further === undefined && pages > 1 && <span className="dim not-small">{t('list.page', { page, pages })}</span>}
      {step(t('list.previous'), 'chevronLeft', page - 1, page <= 1)}
      {step(t('list.next'), 'chevronRight', page + 1, further !== undefined || page >= pages)}
    </div>
  )
}
