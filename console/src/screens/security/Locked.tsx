import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask, call } from '../../api/client.ts'
import { isSuperAdmin, useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ScreenLink } from '../../shell/ScreenLink.tsx'
import { type Account, nameOf, statusOf } from '../../ui/account/account.ts'
import { Who } from '../../ui/account/Who.tsx'
import { useActs } from '../../ui/acts.ts'
import { Card } from '../../ui/charts/Card.tsx'
import { type Period, placeOf } from '../../ui/charts/period.ts'
import { ActButton } from '../../ui/shown/ActButton.tsx'

const kinds = {
  admins: { list: 'listAdmins', unlock: 'unlockAdmin', permission: 'admins.update' },
  users: { list: 'listUsers', unlock: 'unlockUser', permission: 'users.update' },
} as const

/** So many are shown; the list has all. */
const pageSize = 10

interface LockedAccount extends Account {
  readonly tenantName: string | null
  readonly isProtected?: boolean
}

/** Accounts that wrong passwords keep locked now, each unlocked by whoever may. */
export function Locked({ kind, period }: { kind: keyof typeof kinds; period: Period }) {
  const { t } = useI18n()
  const { can, me } = useStart()
  const { list, unlock, permission } = kinds[kind]
  const acts = useActs(/Admin|User|Security|Audit/)
  const query = useQuery(ask(list, { query: { isLockedOut: true, pageSize, ...placeOf(period) } }))
  const reasonAgainst = ({ id, isProtected }: LockedAccount): string | null => {
    if (isProtected === true && !isSuperAdmin(me)) return t('act.isProtected')
    return id === me?.id ? t('act.isOwn') : null
  }
  const open = (one: LockedAccount) =>
    acts.run(
      () => call(unlock, { path: { id: one.id } }),
      // who is blocked or deactivated besides still can't sign in
      (now) => t('told.state', { name: nameOf(one), state: t(`status.${statusOf(now)}`) }),
    )
  const title = t(`security.locked.${kind}`)
  return (
    <Card
      title={title}
      query={query}
      lines={3}
      tools={
        <ScreenLink to={`/${kind}`} search={{ status: 'LockedOut' }} className="quiet-link" isAll>
          {t('security.seeAll')}
        </ScreenLink>
      }
    >
      {({ items, totalCount }) =>
        items.length === 0 ? (
          <p className="dim">{t('security.noneLocked')}</p>
        ) : (
          <>
            <ul className="members" aria-label={title}>
              {items.map((one: LockedAccount) => (
                <li key={one.id}>
                  <Link to={`/${kind}` as string} search={{ open: one.id } as never} className="who-link">
                    <Who account={one} />
                  </Link>
                  {can(permission) === true && (
                    <ActButton
                      size="xs"
                      label={t('security.unlock', { name: nameOf(one) })}
                      whyNot={reasonAgainst(one)}
                      run={() => open(one)}
                    >
                      {t('act.unlock')}
                    </ActButton>
                  )}
                </li>
              ))}
            </ul>
            {totalCount > items.length && <p className="dim">{t('security.moreLocked', { count: totalCount - items.length })}</p>}
          </>
        )
      }
    </Card>
  )
}
