import { useQueryClient } from '@tanstack/react-query'
import { changeAtOnce } from '../../api/change-at-once.ts'
import { call, SignedOut } from '../../api/client.ts'
import type { Language } from '../../i18n/habits.ts'
import type { PreferenceChange, Preferred } from '../../ui/own/PreferenceFields.tsx'
import { tellFault } from '../../ui/toasts.tsx'
import { isStillHere, preferencesQuery } from './shown-account.ts'

/** @returns what has the service keep a change of what the account likes, and shows it at once; it rejects with Failure */
export function useKeptPreferences(id: string): (change: PreferenceChange) => Promise<unknown> {
  const cache = useQueryClient()
  const { queryKey } = preferencesQuery
  const kept = {
    whose: id,
    read: () => cache.getQueryData<Preferred>(queryKey),
    show(preferences: Preferred) {
      if (!isStillHere(id)) return
      // what was asked for before is older than this
      void cache.cancelQueries({ queryKey })
      cache.setQueryData<Preferred>(queryKey, preferences)
    },
    // it may have waited for another: what one person chose is never kept for the next
    send: async (body: PreferenceChange) =>
      isStillHere(id) ? await call('updateOwnUserPreferences', { body }) : await Promise.reject(new SignedOut('signed_out')),
  }
  return (change) =>
    changeAtOnce(kept, change).catch((error: unknown) => {
      // what went wrong for somebody who has left concerns nobody
      if (isStillHere(id)) throw error
    })
}

/** @returns what has the service keep the language that was chosen: the next start, here and elsewhere, has the one of the account */
export function useKeptLanguage(id: string): (language: Language) => void {
  const keep = useKeptPreferences(id)
  return (language) => void keep({ language }).catch(tellFault)
}
