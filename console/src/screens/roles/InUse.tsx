import { Button, Modal } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Note } from '../../ui/Note.tsx'
import { ofAll } from '../../ui/within.ts'
import type { Role } from './role.ts'

/** A role that somebody has is not deleted: here is who has it. */
export function InUse({ role, onClose }: { role: Role; onClose(): void }) {
  const { t } = useI18n()
  const { can } = useStart()
  const search = { role: role.id, ...ofAll }
  return (
    <Modal opened onClose={onClose} title={t('roles.inUse', { name: role.name })} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <div className="stack">
        <Note tone="amber">
          {role.adminCount > 0 ? t('roles.inUseAdmins', { count: role.adminCount }) : t('roles.inUseGroups')} {t('roles.inUseHint')}
        </Note>
        <div className="acts">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('act.close')}
          </Button>
          {role.adminCount > 0 && can('admins.view') && (
            <Button renderRoot={(props) => <Link to={'/admins' as never} search={search as never} {...props} />}>
              {t('roles.showHolders')}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
}
