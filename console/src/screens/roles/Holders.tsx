import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Hidden } from '../../ui/Facts.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Avatar } from '../../ui/Person.tsx'
import { ofAll } from '../../ui/within.ts'
import type { Role } from './role.ts'

const pageSize = 25

/** The first of those who have the role as their own, and the way to them all. */
export function Holders({ role }: { role: Role }) {
  const { t } = useI18n()
  const query = useQuery(ask('listAdmins', { query: { roleId: role.id, pageSize, sortBy: 'firstName', sortDirection: 'asc' } }))
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <div className="lines" aria-busy="true" />
  const { items, totalCount } = query.data
  const search = { role: role.id, ...ofAll }
  return (
    <>
      <p className="dim holders-hint">{t('roles.holdersHint')}</p>
      {items.length === 0 && (
        <div className="nothing">
          <Icon name="empty" size={24} />
          <h2>{t('roles.noHolders')}</h2>
        </div>
      )}
      <ul className="holders">
        {items.map((admin) => {
          const name = `${admin.firstName} ${admin.lastName}`
          return (
            <li key={admin.id}>
              <Link to={'/admins' as never} search={{ ...search, open: admin.id } as never} className="who">
                <Avatar name={name} src={admin.avatarUrl} />
                <span>
                  <b>
                    <span className="cut" dir="auto">
                      {name}
                    </span>
                  </b>
                  {admin.email === undefined ? (
                    <Hidden />
                  ) : (
                    <small className="cut" dir="ltr">
                      {admin.email}
                    </small>
                  )}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      {totalCount > 0 && (
        <Link to={'/admins' as never} search={search as never} className="quiet-link">
          {t('roles.allHolders', { count: totalCount })}
          <Icon name="chevronRight" size={14} />
        </Link>
      )}
    </>
  )
}
