import { Button } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'

interface Props {
  /** How many changes there are. */
  readonly text: string
  /** How many rights are given and taken, where it is rights. */
  readonly changes?: { readonly added: readonly unknown[]; readonly removed: readonly unknown[] }
  readonly review: string
  onDiscard(): void
  onReview(): void
}

/** At the end of a page whose changes are shown before they are saved. */
export function SaveBar({ text, changes, review, onDiscard, onReview }: Props) {
  const { t } = useI18n()
  return (
    <div className="save-bar" role="status">
      <span>
        {text}
        {changes && (
          <>
            <b className="plus">+{changes.added.length}</b>
            <b className="minus">−{changes.removed.length}</b>
          </>
        )}
      </span>
      <span className="grow" />
      <Button variant="default" onClick={onDiscard}>
        {t('form.discard')}
      </Button>
      <Button onClick={onReview}>{review}</Button>
    </div>
  )
}
