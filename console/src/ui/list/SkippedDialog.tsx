import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'

interface Props {
  readonly skipped: readonly { readonly id: string; readonly code: string }[]
  /** A link to the record, by its name where that is known. */
  linkTo(id: string): ReactNode
  onClose(): void
}

/** Why the service leaves one out, as far as there are words for it. */
const reasons = ['not_found', 'permission_denied', 'admin_protected', 'state_conflict'] as const

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
        {skipped.map(({ id, code }) => {
          const reason = reasons.find((one) => one === code)
          return (
            <li key={id}>
              {linkTo(id)}
              {reason ? <small>{t(`skipped.${reason}`)}</small> : <small dir="ltr">{code}</small>}
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
