/** The views that the caller keeps of a list, at the service. */
import { useQueryClient } from '@tanstack/react-query'
import { changePreferences, preferencesIn } from '../../../api/preferences.ts'
import { useStart } from '../../../api/start.ts'
import { useI18n } from '../../../i18n/i18n.tsx'
import { tell, tellFault } from '../../toasts.tsx'
import { type KeptView, mostViews, mostViewsInAll, renamedView, type View, viewsIn, withoutView, withView } from './kept-views.ts'

export interface KeptViews {
  readonly views: readonly View[]
  /** How many are kept at most, once no more fit; null before. */
  readonly full: number | null
  /** Keeps an address under a name, in the place of what had the name before. */
  save(view: View): void
  rename(view: View, name: string): void
  /** At once, with the way back. */
  remove(view: View): void
}

/** @param screen name of the list */
export function useKeptViews(screen: string): KeptViews {
  const cache = useQueryClient()
  const { t } = useI18n()
  const { start } = useStart()
  const all = start?.preferences.views ?? []
  const views = viewsIn(all, screen)
  const change = (next: (kept: readonly KeptView[]) => readonly KeptView[]) =>
    // as they are now, which may be long after they were drawn
    void changePreferences(cache, { views: [...next(preferencesIn(cache)?.views ?? [])] }).catch(tellFault)
  const save = (view: View) => change((kept) => withView(kept, { ...view, screen }))
  return {
    views,
    full: views.length >= mostViews ? mostViews : all.length >= mostViewsInAll ? mostViewsInAll : null,
    save,
    rename: (view, name) => change((kept) => renamedView(kept, { ...view, screen }, name)),
    remove(view) {
      change((kept) => withoutView(kept, { ...view, screen }))
      const undo = () => {
        // since then another may have its name, or its place
        const now = viewsIn(preferencesIn(cache)?.views, screen)
        if (now.some(({ name }) => name === view.name)) return
        if (now.length >= mostViews) tell(t('views.full', { count: mostViews }))
        else save(view)
      }
      tell(t('told.deleted', { name: view.name }), { label: t('act.undo'), run: undo })
    },
  }
}
