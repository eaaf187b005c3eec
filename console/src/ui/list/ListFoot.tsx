import { ActionIcon } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../Icon.tsx'

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
  return (
    <div className="foot">
      {total > 0 && <span className="dim">{t(isCapped ? 'list.rangeCapped' : 'list.range', range)}</span>}
      <span className="grow" />
      {pages > 1 && <span className="dim not-small">{t('list.page', { page, pages })}</span>}
      <ActionIcon variant="default" aria-label={t('list.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Icon name="chevronLeft" size={15} />
      </ActionIcon>
      <ActionIcon variant="default" aria-label={t('list.next')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <Icon name="chevronRight" size={15} />
      </ActionIcon>
    </div>
  )
}
