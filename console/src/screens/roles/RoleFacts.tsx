import { useI18n } from '../../i18n/i18n.tsx'
import { At, Copyable, Fact, Facts } from '../../ui/Facts.tsx'
import type { Role } from './role.ts'

export function RoleFacts({ role }: { role: Role }) {
  const { t, list } = useI18n()
  return (
    <Facts>
      <Fact label={t('roles.description')}>{role.description && <bdi>{role.description}</bdi>}</Fact>
      <Fact label={t('roles.tenant')}>
        <bdi>{role.tenantId === null ? t('admins.platform') : role.tenantName}</bdi>
      </Fact>
      <Fact label={t('roles.menus')}>{role.menuItems.length > 0 ? list(role.menuItems.map(({ title }) => title)) : null}</Fact>
      <Fact label={t('admins.created')}>
        <At at={role.createdAt} />
      </Fact>
      <Fact label={t('admins.id')}>
        <Copyable text={role.id} label={t('act.copyId')} />
      </Fact>
    </Facts>
  )
}
