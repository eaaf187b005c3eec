import { Modal } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'

/** What bulk work left out, each with the reason that the service gave. */
export function SkippedDialog({ result, onClose }: { result: Reply<'deleteAdmins'>; onClose(): void }) {
  const { t } = useI18n()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bulk.skipped', { count: result.skipped.length })}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <ul className="rights">
        {result.skipped.map(({ id, code }) => (
          <li key={id}>
            <Link to="/admins" search={{ open: id } as never} onClick={onClose}>
              <code dir="ltr">{id}</code>
            </Link>
            <small dir="ltr">{code}</small>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
