import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'

interface Props {
  readonly skipped: readonly { readonly id: string; readonly code: string }[]
  /** A link to the record. */
  linkTo(id: string): ReactNode
  onClose(): void
}

/** What bulk work left out, each with the reason that the service gave. */
export function SkippedDialog({ skipped, linkTo, onClose }: Props) {
  const { t } = useI18n()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bulk.skipped', { count: skipped.length })}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <ul className="rights">
        {skipped.map(({ id, code }) => (
          <li key={id}>
            {linkTo(id)}
            <small dir="ltr">{code}</small>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
