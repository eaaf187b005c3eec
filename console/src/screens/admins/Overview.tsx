import { useQuery } from '@tanstack/react-query'
import { ask, type Reply } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { At, Copyable, Fact, Facts } from '../../ui/Facts.tsx'
import type { Admin } from './admin.ts'

const ltr = (text: string | null | undefined) => text && <bdi dir="ltr">{text}</bdi>

/** @param detail the whole record, once it is there */
export function Overview({ admin, detail }: { admin: Admin; detail: Reply<'getAdmin'> | undefined }) {
  const { t, date, moment, list } = useI18n()
  const { can } = useStart()
  // the groups come with the permissions, which the next tab shows; whoever may not see groups is told none
  const groups = useQuery({ ...ask('getAdminPermissions', { path: { id: admin.id } }), enabled: can('roles.view') === true })
  return (
    <Facts>
      <Fact label={t('fact.email')}>{admin.email && <Copyable text={admin.email} label={t('act.copyEmail')} />}</Fact>
      <Fact label={t('fact.username')}>{ltr(admin.username)}</Fact>
      <Fact label={t('fact.phoneNumber')}>{ltr(admin.phoneNumber)}</Fact>
      <Fact label={t('fact.tenant')}>
        <bdi>{admin.tenantId === null ? t('name.platform') : admin.tenantName}</bdi>
      </Fact>
      <Fact label={t('fact.role')}>
        <bdi>{admin.role?.name}</bdi>
      </Fact>
      {can('roles.view') && groups.data?.groups && (
        <Fact label={t('admins.groups')}>
          {groups.data.groups.length === 0 ? null : <bdi>{list(groups.data.groups.map(({ name }) => name))}</bdi>}
        </Fact>
      )}
      <Fact label={t('fact.twoFactor')}>{t(admin.twoFactorEnabled ? 'fact.on' : 'fact.off')}</Fact>
      {detail?.isBlocked && <Fact label={t('fact.reason')}>{detail.blockReason && <bdi>{detail.blockReason}</bdi>}</Fact>}
      {detail?.lockoutEnd && <Fact label={t('status.LockedOut')}>{t('fact.until', { at: moment(detail.lockoutEnd) })}</Fact>}
      <Fact label={t('fact.seen')}>{admin.lastLoginAt ? <At at={admin.lastLoginAt} /> : t('fact.never')}</Fact>
      <Fact label={t('fact.created')}>
        <time dateTime={admin.createdAt}>{date(admin.createdAt)}</time>
      </Fact>
      <Fact label={t('fact.id')}>
        <Copyable text={admin.id} label={t('act.copyId')} />
      </Fact>
    </Facts>
  )
}
