import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { acting } from '../api/acting.ts'
import { changePreferences, followPreferences, type PreferencesChange } from '../api/preferences.ts'
import { useStart } from '../api/start.ts'
import { useHabits } from '../i18n/kept-habits.ts'
import { useLook } from '../ui/own/look.ts'
import { tellFault } from '../ui/toasts.tsx'

/** Has the page look as the caller likes it, also where that is changed in another tab. */
export function useFollowedPreferences(): void {
  const cache = useQueryClient()
  const { start } = useStart()
  const { isCompact } = useHabits()
  // the habits of this browser are not those of whom this tab acts for
  useLook(acting() ? undefined : start?.preferences)
  useEffect(() => followPreferences(cache), [cache])
  useEffect(() => {
    document.documentElement.dataset.density = isCompact ? 'compact' : 'comfortable'
  }, [isCompact])
}

/** Changes own preferences, and tells where that failed. */
export function useChangePreferences(): (change: PreferencesChange) => void {
  const cache = useQueryClient()
  return (change) => void changePreferences(cache, change).catch(tellFault)
}
