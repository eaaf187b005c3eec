import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ask, type Reply } from '../../api/client.ts'
import { type I18n, useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useCatalogue } from '../../ui/matrix/catalogue.ts'
import { fieldTitle } from '../../ui/matrix/field-title.ts'
import { reasonText, sourceText } from '../../ui/matrix/why.ts'

type Answer = Reply<'getAdminPermissions'>
type Origin = Answer['permissions'][number]['from'][number]

const originText = ({ source, name }: Origin, words: Pick<I18n, 't'>) => sourceText({ source, name, reason: 'listed' }, words)

/** What an admin may do by category, where each right comes from, what is hidden with it, and what is withheld from them and why. */
export function Permissions({ id }: { id: string }) {
  const words = useI18n()
  const { t, number } = words
  const query = useQuery(ask('getAdminPermissions', { path: { id } }))
  const catalogue = useCatalogue()
  const held = query.data?.permissions
  const groups = useMemo(
    () =>
      catalogue.data?.flatMap(({ slug, name, permissions }) => {
        const own = permissions.flatMap(
          (one) => held?.filter((right) => right.name === one.name).map((right) => ({ ...one, ...right })) ?? [],
        )
        return own.length > 0 ? [{ slug, name, own }] : []
      }),
    [catalogue.data, held],
  )
  const error = query.error ?? catalogue.error
  if (error && !(query.data && groups))
    return (
      <Failed
        error={error}
        onRetry={() => {
          void query.refetch()
          void catalogue.refetch()
        }}
      />
    )
  if (!query.data || !groups) return <div className="lines" aria-busy="true" />
  const { withheld } = query.data
  return (
    <>
      {groups.length === 0 && <p className="dim">{t('panel.noPermissions')}</p>}
      {groups.map(({ slug, name, own }) => (
        <section key={slug} aria-label={name}>
          <h3>
            {name} <span className="matrix-count">{number(own.length)}</span>
          </h3>
          <ul className="rights">
            {own.map((right) => (
              <li key={right.name}>
                <Right id={id} right={right} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {withheld.length > 0 && (
        <details className="withheld">
          <summary>
            {t('panel.withheld')} <span className="matrix-count">{number(withheld.length)}</span>
          </summary>
          <ul className="rights">
            {withheld.map(({ name, reason }) => (
              <li key={name}>
                <code dir="ltr">{name}</code>
                <small>{reasonText(reason, words)}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

interface Held {
  readonly name: string
  readonly description: string
  readonly restrictedFields: readonly string[]
  readonly from: readonly Origin[]
}

function Right({ id, right: { name, description, restrictedFields, from } }: { id: string; right: Held }) {
  const words = useI18n()
  const { t, list } = words
  return (
    <>
      <Link
        to={'/permissions'}
        search={{ permission: name, admin: id } as never}
        className="right-name"
        title={t('permissions.whyOf', { name })}
      >
        {description}
      </Link>
      <small className="right-origin">
        <bdi>{list(from.map((one) => originText(one, words)))}</bdi>
        {restrictedFields.length > 0 && (
          <span className="hidden-field">
            <Icon name="eyeOff" size={12} />
            {t('rights.hides', { fields: list(restrictedFields.map((field) => fieldTitle(field, words))) })}
          </span>
        )}
      </small>
    </>
  )
}
