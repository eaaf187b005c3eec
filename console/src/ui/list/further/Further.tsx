import { Button } from '@mantine/core'
import { useI18n } from '../../../i18n/i18n.tsx'

interface Props {
  /** How many were found up to here. */
  readonly total: number
  /** The page that goes on, as the address says it; null at the end of the list. */
  readonly further: string | null
  /** Goes there: in the foot. Without it, it stands in the place of rows. */
  onPage?(page: string): void
}

/** Of a list that was not looked through to its end: how much was found, and the way on. */
export function Further({ total, further, onPage }: Props) {
  const { t } = useI18n()
  if (!onPage)
    return (
      <>
        <h2>{t(further !== null ? 'further.none' : total > 0 ? 'further.noMore' : 'list.empty')}</h2>
        <p>{t(further === null ? 'further.endHint' : 'further.hint')}</p>
      </>
    )
  return (
    <>
      <span className="dim" role="status">
        {t(further === null ? 'further.inAll' : 'further.soFar', { count: total })}
      </span>
      {/* it stays, with the focus, while somebody looks further and further */}
      <Button
        variant="default"
        size="xs"
        {...(further === null && { 'aria-disabled': true, 'data-disabled': true })}
        onClick={() => further !== null && onPage(further)}
      >
        {t('further.go')}
      </Button>
    </>
  )
}
