import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { oneOf } from '../../ui/address.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useTitle } from '../../ui/title.ts'
import { Holders } from './Holders.tsx'
import { InUse } from './InUse.tsx'
import { RoleFacts } from './RoleFacts.tsx'
import { RoleForm } from './RoleForm.tsx'
import { RoleMarks } from './RoleMarks.tsx'
import { RoleMenu } from './RoleMenu.tsx'
import { RoleRights } from './RoleRights.tsx'
import { useRoleActs } from './role-acts.ts'
import { SyncDialog } from './SyncDialog.tsx'

const tabs = ['permissions', 'holders', 'about'] as const

/** `/roles/$id`: what a role gives, who has it, and what it is called. */
export default function RolePage() {
  const { t } = useI18n()
  const { id } = useParams({ strict: false }) as { id: string }
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const navigate = useNavigate()
  const { can } = useStart()
  const acts = useRoleActs()
  const query = useQuery(ask('getRole', { path: { id } }))
  const [dialog, setDialog] = useState<'edit' | 'sync' | null>(null)
  const role = query.data
  useTitle(role?.name ?? t('roles.one'))
  const shown = tabs.filter((one) => one !== 'holders' || can('admins.view'))
  const current = oneOf(shown, tab) ?? 'permissions'
  const go = (next: string) =>
    void navigate({ to: '.', search: { tab: next === 'permissions' ? undefined : next } as never, replace: true })
  const close = () => setDialog(null)
  const against = role && acts.reasonAgainst(role)
  return (
    <div className="page role-page" aria-busy={role === undefined && !query.isError}>
      <div className="head">
        <div className="role-title">
          <Link to={'/roles' as never} className="quiet-link">
            <Icon name="chevronLeft" size={14} />
            {t('roles.title')}
          </Link>
          <h1 tabIndex={-1}>
            <span className="cut" dir="auto">
              {role?.name ?? t('roles.one')}
            </span>
          </h1>
          {role && (
            <p className="dim">
              <RoleMarks role={role} /> <bdi>{role.tenantId === null ? t('admins.platform') : role.tenantName}</bdi>
              <span className="dot" />
              {t('roles.held', { count: role.adminCount })}
            </p>
          )}
        </div>
        {role && (
          <div className="head-acts">
            {acts.canManage && (
              <Button
                variant="default"
                leftSection={<Icon name="pencil" size={14} />}
                disabled={against !== null}
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
              onRemoved={() => void navigate({ to: '/roles' as never })}
            />
          </div>
        )}
      </div>
      {query.isError && !role && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {role && (
        <div className="role-body">
          <Tabs label={role.name} tabs={shown.map((key) => ({ key, title: t(`roles.tab.${key}`) }))} current={current} onGo={go}>
            {current === 'permissions' && <RoleRights key={role.id} role={role} acts={acts} />}
            {current === 'holders' && <Holders role={role} />}
            {current === 'about' && <RoleFacts role={role} />}
          </Tabs>
        </div>
      )}
      {role && dialog === 'edit' && <RoleForm read={role} acts={acts} onClose={close} />}
      {role && dialog === 'sync' && <SyncDialog role={role} acts={acts} onClose={close} />}
      {acts.inUse && <InUse role={acts.inUse} onClose={acts.closeInUse} />}
    </div>
  )
}
