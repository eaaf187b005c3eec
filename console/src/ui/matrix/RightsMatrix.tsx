import { TextInput } from '@mantine/core'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../Icon.tsx'
import { Segments } from '../Segments.tsx'
import { countOf, differenceOf, extentOf, type Grants, giveCategory, type Only, type Right, type RightGroup, shownOf } from './matrix.ts'
import { moveIn, stopAtOne } from './matrix-keys.ts'
import { RightRow, Tick } from './RightRow.tsx'

interface Props {
  readonly label: string
  readonly groups: readonly RightGroup[]
  /** What is stored; what differs from it is marked. */
  readonly before: Grants
  readonly after: Grants
  /** Nothing can be changed, and the page has said why. */
  readonly isReadOnly?: boolean
  onChange(next: Grants): void
}

/**
 * Which permissions a role or a tenant is given, and which fields are hidden with them. One stop of the Tab key: arrows move within,
 * Space gives and takes. The caller keeps `after`, and saves it.
 */
export function RightsMatrix({ label, groups, before, after, isReadOnly = false, onChange }: Props) {
  const { t, number } = useI18n()
  const [search, setSearch] = useState('')
  const [only, setOnly] = useState<Only>('all')
  const text = useDeferredValue(search)
  const grid = useRef<HTMLTableElement>(null)
  const now = useRef({ after, onChange })
  now.current = { after, onChange }
  /** The same function for ever, so that a row is drawn anew only when it is another. */
  const change = useCallback((next: (grants: Grants) => Grants) => now.current.onChange(next(now.current.after)), [])
  const shown = useMemo(() => shownOf(groups, text, only, before, after), [groups, text, only, before, after])
  const whole = useMemo(() => new Map(groups.map(({ slug, rights }) => [slug, rights])), [groups])
  const changes = countOf(differenceOf(before, after))
  useEffect(() => {
    if (grid.current) stopAtOne(grid.current)
  })
  return (
    <div className="matrix">
      <div className="matrix-tools">
        <TextInput
          className="find"
          type="search"
          aria-label={t('rights.search')}
          placeholder={t('rights.search')}
          leftSection={<Icon name="search" size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Segments<Only>
          label={t('rights.only')}
          value={only}
          onChange={setOnly}
          options={[
            { value: 'all', label: t('rights.all') },
            { value: 'granted', label: t('rights.onlyGiven', { count: after.size }) },
            ...(isReadOnly ? [] : [{ value: 'changed' as const, label: t('rights.onlyChanged', { count: changes }) }]),
          ]}
        />
      </div>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells take keys is a grid
        role="grid"
        className="matrix-grid"
        aria-label={label}
        aria-readonly={isReadOnly || undefined}
        ref={grid}
        onKeyDown={(event) => moveIn(event)}
      >
        <thead>
          <tr>
            <th scope="col" className="matrix-tick">
              <span className="sr">{t('rights.given')}</span>
            </th>
            <th scope="col">{t('rights.permission')}</th>
            <th scope="col" className="matrix-fields">
              {t('rights.hiddenFields')}
            </th>
          </tr>
        </thead>
        {shown.map(({ slug, name, rights }) => {
          const own = whole.get(slug) ?? rights
          const given = own.filter(({ id }) => after.has(id)).length
          return (
            <tbody key={slug}>
              <tr className="matrix-group" data-line>
                <td className="matrix-tick">
                  <Tick
                    state={extentOf(after, own)}
                    label={t('rights.category', { name })}
                    isLocked={isReadOnly || own.every(({ locked }) => locked !== undefined)}
                    onPress={() => change((grants) => giveCategory(grants, own))}
                  />
                </td>
                <th scope="rowgroup" colSpan={2}>
                  {name} <span className="matrix-count">{t('rights.ofAll', { count: given, all: number(own.length) })}</span>
                </th>
              </tr>
              {rights.map((right: Right) => (
                <RightRow
                  key={right.id}
                  right={right}
                  fields={after.get(right.id)}
                  stored={before.get(right.id)}
                  isReadOnly={isReadOnly}
                  change={change}
                />
              ))}
            </tbody>
          )
        })}
      </table>
      {shown.length === 0 && (
        <div className="nothing">
          <Icon name="empty" size={24} />
          <h2>{t('list.empty')}</h2>
        </div>
      )}
    </div>
  )
}
