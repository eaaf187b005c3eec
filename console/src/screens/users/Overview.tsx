import { useI18n } from '../../i18n/i18n.tsx'
import { At, Copyable, Fact, Facts } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { User, UserDetail } from './user.ts'

const ltr = (text: string | null | undefined) => text && <bdi dir="ltr">{text}</bdi>

/** @param detail the whole record, once it is there */
export function Overview({ user, detail }: { user: User; detail: UserDetail | undefined }) {
  const { t, date, moment } = useI18n()
  const proved = (isProved: boolean) => (
    <span className="two" data-on={isProved || undefined}>
      {isProved && <Icon name="check" size={14} />}
      {t(isProved ? 'fact.yes' : 'fact.no')}
    </span>
  )
  return (
    <Facts>
      <Fact label={t('fact.email')}>{user.email && <Copyable text={user.email} label={t('act.copyEmail')} />}</Fact>
      <Fact label={t('users.emailProved')}>{proved(user.emailVerified)}</Fact>
      <Fact label={t('fact.username')}>{ltr(user.username)}</Fact>
      <Fact label={t('fact.phoneNumber')}>{ltr(user.phoneNumber)}</Fact>
      <Fact label={t('users.phoneProved')}>{proved(user.phoneVerified)}</Fact>
      <Fact label={t('fact.tenant')}>
        <bdi>{user.tenantName}</bdi>
      </Fact>
      <Fact label={t('fact.twoFactor')}>{t(user.twoFactorEnabled ? 'fact.on' : 'fact.off')}</Fact>
      {detail?.isBlocked && (
        <>
          <Fact label={t('fact.reason')}>{detail.blockReason && <bdi>{detail.blockReason}</bdi>}</Fact>
          {detail.blockedByName && (
            <Fact label={t('users.blockedBy')}>
              <bdi>{detail.blockedByName}</bdi>
            </Fact>
          )}
        </>
      )}
      {detail?.lockoutEnd && <Fact label={t('status.LockedOut')}>{t('fact.until', { at: moment(detail.lockoutEnd) })}</Fact>}
      <Fact label={t('fact.seen')}>{user.lastLoginAt ? <At at={user.lastLoginAt} /> : t('fact.never')}</Fact>
      <Fact label={t('fact.created')}>
        <time dateTime={user.createdAt}>{date(user.createdAt)}</time>
      </Fact>
      <Fact label={t('fact.id')}>
        <Copyable text={user.id} label={t('act.copyId')} />
      </Fact>
    </Facts>
  )
}
