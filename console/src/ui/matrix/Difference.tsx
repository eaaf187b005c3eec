import { useI18n } from '../../i18n/i18n.tsx'
import { fieldTitle } from './field-title.ts'
import { differenceOf, type Grants, type RightGroup } from './matrix.ts'

/** What comes (+), what goes (−), and which fields are hidden or shown: before it is sent. */
export function RightsDifference({
  groups,
  before,
  after,
}: {
  readonly groups: readonly RightGroup[]
  readonly before: Grants
  readonly after: Grants
}) {
  const words = useI18n()
  const { t, list } = words
  const rights = new Map(groups.flatMap(({ rights }) => rights.map((right) => [right.id, right])))
  const { added, removed, changed } = differenceOf(before, after)
  const titles = (fields: readonly string[]) => list(fields.map((field) => fieldTitle(field, words)))
  const line = (id: string, tone: 'added' | 'removed' | 'changed', more: readonly string[]) => (
    <li key={id} data-mark={tone}>
      <b aria-hidden>{tone === 'added' ? '+' : tone === 'removed' ? '−' : '±'}</b>
      <span>
        <span className="sr">{t(`rights.${tone}`)}</span> {rights.get(id)?.description}
        <code dir="ltr">{rights.get(id)?.name ?? id}</code>
        {more.map((text) => (
          <small key={text}>{text}</small>
        ))}
      </span>
    </li>
  )
  const without = (fields: readonly string[] = []) => (fields.length > 0 ? [t('rights.hides', { fields: titles(fields) })] : [])
  return (
    <ul className="difference">
      {added.map((id) => line(id, 'added', without(after.get(id))))}
      {removed.map((id) => line(id, 'removed', []))}
      {changed.map(({ id, hidden, shown }) =>
        line(id, 'changed', [...without(hidden), ...(shown.length > 0 ? [t('rights.shows', { fields: titles(shown) })] : [])]),
      )}
    </ul>
  )
}
