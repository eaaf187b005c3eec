/** How the caller looks at a list, kept at the service: the same in every tab and on every device. */
import { useQueryClient } from '@tanstack/react-query'
import { changePreferences, type PreferencesChange, preferencesIn } from '../../api/preferences.ts'
import { useStart } from '../../api/start.ts'
import { useHabits } from '../../i18n/kept-habits.ts'
import { tellFault } from '../toasts.tsx'
import type { Column } from './DataTable.tsx'
import { columnsIn } from './kept-columns.ts'
import type { List } from './list.ts'

export interface KeptList {
  /** Whether a column is shown. */
  shows(column: { readonly key: string; readonly isPrimary?: boolean }): boolean
  /** Shows a column or hides it; null shows all. */
  turn(key: string | null, isOn: boolean): void
  /** Whether rows are low. */
  readonly isCompact: boolean
  setCompact(isCompact: boolean): void
}

export function useKeptList<R>({ name: screen }: Pick<List<R>, 'name'>, columns: readonly Column<R>[]): KeptList {
  const cache = useQueryClient()
  const { start } = useStart()
  const { isCompact } = useHabits()
  const keys = columns.map(({ key }) => key)
  const shown = columnsIn(start?.preferences.columns, screen, keys)
  const change = (one: PreferencesChange) => void changePreferences(cache, one).catch(tellFault)
  const shows: KeptList['shows'] = ({ key, isPrimary }) => isPrimary === true || shown === null || shown.has(key)
  return {
    shows,
    turn(turned, isOn) {
      const { [screen]: _, ...others } = preferencesIn(cache)?.columns ?? {}
      const on = columns.filter((one) => (one.key === turned ? isOn : shows(one))).map(({ key }) => key)
      // where all are shown nothing is kept, and a column that is new some day is shown, too
      change({ columns: turned === null || on.length === keys.length ? others : { ...others, [screen]: on } })
    },
    isCompact,
    setCompact: (isCompact) => change({ density: isCompact ? 'compact' : 'comfortable' }),
  }
}
