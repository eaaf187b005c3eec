import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ask } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { isStillAt } from '../../ui/form/still-at.ts'
import { Icon } from '../../ui/Icon.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { InUse } from './InUse.tsx'
import { RoleForm } from './RoleForm.tsx'
import { RoleMarks } from './RoleMarks.tsx'
import { RoleMenu } from './RoleMenu.tsx'
import type { Role } from './role.ts'
import { type RoleActs, useRoleActs } from './role-acts.ts'
import { SyncDialog } from './SyncDialog.tsx'

/** What is around each tab of one role. */
export function RoleFrame({ tab, children }: { tab: '' | '/holders'; children(role: Role, acts: RoleActs): ReactNode }) {
  const { t, date } = useI18n()
  const { id } = useParams({ strict: false }) as { id: string }
  const navigate = useNavigate()
  const { can } = useStart()
  const acts = useRoleActs()
  const query = useQuery(ask('getRole', { path: { id } }))
  const [dialog, setDialog] = useState<'edit' | 'sync' | null>(null)
  const role = query.data
  const close = () => setDialog(null)
  const at = `/roles/${id}`
  return (
    <RecordPage
      title={role?.name}
      kind={t('roles.one')}
      trail={[{ title: t('nav.roles'), to: '/roles' }]}
      picture={
        <span className="role-icon" data-large>
          <Icon name="key" size={18} />
        </span>
      }
      status={role && <RoleMarks role={role} />}
      sub={
        role && (
          <>
            <bdi>{role.tenantId === null ? t('name.platform') : role.tenantName}</bdi>
            <span className="dot" />
            {t('roles.held', { count: role.adminCount })}
            <span className="dot" />
            {role.description ? <bdi>{role.description}</bdi> : t('roles.since', { date: date(role.createdAt) })}
          </>
        )
      }
      acts={
        role && (
          <>
            {acts.canManage && (
              <Button
                variant="default"
                leftSection={<Icon name="pencil" size={14} />}
                disabled={!acts.canRename(role)}
                onClick={() => setDialog('edit')}
              >
                {t('roles.rename')}
              </Button>
            )}
            <RoleMenu
              role={role}
              acts={acts}
              onEdit={() => setDialog('edit')}
              onSync={() => setDialog('sync')}
              onRemoved={() => void (isStillAt(at) && navigate({ to: '/roles' }))}
            />
          </>
        )
      }
      tabs={[
        { title: t('roles.permissions'), to: at },
        ...(can('admins.view') ? [{ title: t('roles.holders'), to: `${at}/holders` }] : []),
      ]}
      current={at + tab}
      error={query.error}
      onRetry={() => void query.refetch()}
    >
      {role && children(role, acts)}
      {role && dialog === 'edit' && <RoleForm read={role} acts={acts} onClose={close} />}
      {role && dialog === 'sync' && <SyncDialog role={role} acts={acts} onClose={close} />}
      {acts.inUse && <InUse role={acts.inUse} onClose={acts.closeInUse} />}
    </RecordPage>
  )
}
