import { Checkbox } from '@mantine/core'
import { useI18n } from '../../../i18n/i18n.tsx'
import { Segments } from '../../Segments.tsx'
import type { List } from '../list.ts'
import type { KeptList } from '../use-kept-list.ts'
import { viewAddress, viewQuery } from './kept-views.ts'
import { SavedViews } from './SavedViews.tsx'
import { useKeptViews } from './use-kept-views.ts'

interface Props {
  readonly list: Pick<List<unknown>, 'name' | 'address' | 'filters' | 'go'>
  readonly kept: KeptList
  readonly columns: readonly { readonly key: string; readonly title: string }[]
  onDone(): void
}

/** What the menu of views holds. */
export function ViewChoices({ list: { name, address, filters, go }, kept, columns, onDone }: Props) {
  const { t } = useI18n()
  const choose = (query: string) => {
    go(viewAddress(filters, query))
    onDone()
  }
  return (
    <>
      <SavedViews kept={useKeptViews(name)} query={viewQuery(filters, address)} onChoose={choose} />
      {columns.length > 0 && (
        <fieldset className="options view-columns">
          <legend>{t('views.columns')}</legend>
          {columns.map(({ key, title }) => (
            <Checkbox
              key={key}
              label={title}
              checked={kept.shows({ key })}
              onChange={(event) => kept.turn(key, event.currentTarget.checked)}
            />
          ))}
          {columns.some((one) => !kept.shows(one)) && (
            <button
              type="button"
              className="quiet-link"
              onClick={(event) => {
                // it goes with what it did
                event.currentTarget.closest('fieldset')?.querySelector('input')?.focus()
                kept.turn(null, true)
              }}
            >
              {t('views.allColumns')}
            </button>
          )}
        </fieldset>
      )}
      <fieldset className="options view-rows">
        <legend>{t('views.rows')}</legend>
        <Segments
          label={t('views.rows')}
          value={kept.isCompact ? 'compact' : 'comfortable'}
          options={(['comfortable', 'compact'] as const).map((value) => ({ value, label: t(`views.${value}`) }))}
          onChange={(value) => kept.setCompact(value === 'compact')}
        />
      </fieldset>
    </>
  )
}
