import { TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useCatalogue } from '../../ui/matrix/catalogue.ts'
import { fieldTitle } from '../../ui/matrix/field-title.ts'
import { grantsOf, shownOf } from '../../ui/matrix/matrix.ts'
import { PageHead } from '../../ui/title.tsx'
import { Explanation } from './Explanation.tsx'

const nothing = grantsOf([])

/** `/permissions`: all there are, and why an admin has one or not. */
export default function Permissions() {
  const words = useI18n()
  const { t, number, list } = words
  const { permission, admin } = useSearch({ strict: false }) as { permission?: string; admin?: string }
  const navigate = useNavigate()
  const { can } = useStart()
  const query = useCatalogue()
  const [search, setSearch] = useState('')
  const groups = useMemo(() => query.data?.map((group) => ({ ...group, rights: group.permissions })) ?? [], [query.data])
  const shown = shownOf(groups, search, 'all', nothing, nothing)
  const all = groups.flatMap(({ rights }) => rights)
  const open = all.find(({ name }) => name === permission)
  const go = (change: { permission?: string | undefined; admin?: string | undefined }) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...change })) as never, replace: true })
  const close = () => {
    go({ permission: undefined })
    document.querySelector<HTMLElement>(`[data-why="${CSS.escape(permission ?? '')}"]`)?.focus()
  }
  return (
    <div className="split" data-open={open ? true : undefined}>
      <div className="page" aria-busy={query.isPending}>
        <PageHead title={t('nav.permissions')} count={query.data && all.length} />
        <div className="tools">
          <TextInput
            className="find"
            type="search"
            aria-label={t('rights.search')}
            placeholder={t('rights.search')}
            leftSection={<Icon name="search" size={14} />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
        {query.isError && <Failed error={query.error} onRetry={() => void query.refetch()} />}
        <div className="table-box catalogue">
          <table className="matrix-grid" aria-label={t('nav.permissions')}>
            <thead>
              <tr>
                <th scope="col">{t('rights.permission')}</th>
                <th scope="col" className="matrix-fields">
                  {t('permissions.maskable')}
                </th>
                <th scope="col" className="catalogue-own">
                  {t('permissions.yours')}
                </th>
                <th scope="col" className="catalogue-why">
                  <span className="sr">{t('list.actions')}</span>
                </th>
              </tr>
            </thead>
            {shown.map(({ slug, name, rights }) => (
              <tbody key={slug}>
                <tr className="matrix-group">
                  <th scope="rowgroup">
                    {name} <span className="matrix-count">{number(rights.length)}</span>
                  </th>
                  {/* no cell that spans columns: some of them are gone where it is narrow */}
                  <td className="matrix-fields" />
                  <td className="catalogue-own" />
                  <td className="catalogue-why" />
                </tr>
                {rights.map((right) => (
                  <tr key={right.id} data-right={right.name} data-open={right.name === permission || undefined}>
                    <th scope="row">
                      <span className="matrix-line">
                        <span className="matrix-name">{right.description}</span>
                        <code dir="ltr">{right.name}</code>
                      </span>
                    </th>
                    <td className="matrix-fields dim">
                      {right.restrictableFields.length > 0 ? list(right.restrictableFields.map((field) => fieldTitle(field, words))) : '—'}
                    </td>
                    <td className="catalogue-own">
                      {can(right.name) ? (
                        <span className="two" data-on>
                          <Icon name="check" size={14} label={t('fact.yes')} />
                        </span>
                      ) : (
                        <span className="off">{t('fact.no')}</span>
                      )}
                    </td>
                    <td className="catalogue-why">
                      <button
                        type="button"
                        className="quiet-link"
                        data-why={right.name}
                        aria-label={t('permissions.whyOf', { name: right.name })}
                        aria-expanded={right.name === permission}
                        onClick={() => go({ permission: right.name === permission ? undefined : right.name })}
                      >
                        {t('permissions.why')}
                      </button>
                    </td>
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
          {query.data && shown.length === 0 && (
            <div className="nothing">
              <Icon name="empty" size={24} />
              <h2>{t('list.empty')}</h2>
            </div>
          )}
        </div>
      </div>
      {open && <Explanation permission={open} adminId={admin} onAdmin={(id) => go({ admin: id })} onClose={close} />}
    </div>
  )
}
