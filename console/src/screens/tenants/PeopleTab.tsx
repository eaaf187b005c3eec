import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Ago, Hidden } from '../../ui/Facts.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Avatar } from '../../ui/Person.tsx'
import { ofAll } from '../../ui/within.ts'
import type { Detail } from './tenant.ts'

const pageSize = 10

/** Who administers the tenant, and by which roles. Each of both is loaded, and fails, alone. */
export function PeopleTab({ tenant }: { tenant: Detail }) {
  const { can } = useStart()
  return (
    <div className="halves">
      <Admins id={tenant.id} />
      {can('roles.view') && <Roles id={tenant.id} />}
    </div>
  )
}

function Admins({ id }: { id: string }) {
  const { t, number } = useI18n()
  const query = useQuery(ask('listTenantAdmins', { path: { id }, query: { pageSize, sortBy: 'lastLoginAt', sortDirection: 'desc' } }))
  const search = { tenant: id, ...ofAll }
  return (
    <section aria-busy={query.isPending}>
      <div className="section-head">
        <h2 className="part-title">
          {t('tenants.admins')} {query.data && <span className="count">{number(query.data.totalCount)}</span>}
        </h2>
        <Link to="/admins" search={search as never} className="quiet-link">
          {t('tenants.allAdmins')}
        </Link>
      </div>
      {query.isError && !query.data && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <div className="lines" />}
      {query.data?.items.length === 0 && <p className="dim">{t('tenants.noAdmins')}</p>}
      <ul className="people">
        {query.data?.items.map(({ id: admin, firstName, lastName, email, avatarUrl, role, lastLoginAt }) => (
          <li key={admin}>
            <span className="who">
              <Avatar name={`${firstName} ${lastName}`} src={avatarUrl} />
              <span>
                <Link to="/admins" search={{ ...search, open: admin } as never} className="tree-link cut" dir="auto">
                  {firstName} {lastName}
                </Link>
                {email === undefined ? (
                  <Hidden />
                ) : (
                  <small className="cut" dir="ltr">
                    {email}
                  </small>
                )}
              </span>
            </span>
            <span className="people-end">
              <bdi>{role?.name}</bdi>
              <small>
                <Ago at={lastLoginAt} />
              </small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Roles({ id }: { id: string }) {
  const { t, number } = useI18n()
  const query = useQuery(ask('listTenantRoles', { path: { id }, query: { pageSize: 50, sortBy: 'name', sortDirection: 'asc' } }))
  return (
    <section aria-busy={query.isPending}>
      <div className="section-head">
        <h2 className="part-title">
          {t('tenants.roles')} {query.data && <span className="count">{number(query.data.totalCount)}</span>}
        </h2>
      </div>
      {query.isError && !query.data && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <div className="lines" />}
      <ul className="people">
        {query.data?.items.map((role) => (
          <li key={role.id}>
            <bdi className="cut">{role.name}</bdi>
            <span className="people-end dim">{t('tenants.holders', { count: role.adminCount })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
