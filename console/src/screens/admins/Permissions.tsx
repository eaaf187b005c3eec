import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Fault } from '../../ui/Note.tsx'

/** What an admin may do, where each right comes from, and what is withheld from them and why. */
export function Permissions({ id }: { id: string }) {
  const { t, list } = useI18n()
  const query = useQuery(ask('getAdminPermissions', { path: { id } }))
  if (query.isError) return <Fault error={query.error} />
  if (!query.data) return <div className="lines" aria-busy="true" />
  const { permissions, withheld } = query.data
  if (permissions.length === 0 && withheld.length === 0) return <p className="dim">{t('panel.noPermissions')}</p>
  return (
    <>
      <ul className="rights">
        {permissions.map(({ name, restrictedFields, from }) => (
          <li key={name}>
            <code dir="ltr">{name}</code>
            <small>
              {from.length > 0 &&
                t('panel.from', {
                  origin: list(from.map((one) => t(one.source === 'role' ? 'panel.role' : 'panel.group', { name: one.name ?? '…' }))),
                })}
              {restrictedFields.length > 0 && <> · {t('panel.without', { fields: list(restrictedFields) })}</>}
            </small>
          </li>
        ))}
      </ul>
      {withheld.length > 0 && (
        <>
          <h3>{t('panel.withheld')}</h3>
          <ul className="rights">
            {withheld.map(({ name, reason }) => (
              <li key={name}>
                <code dir="ltr">{name}</code>
                <small dir="ltr">{reason}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
