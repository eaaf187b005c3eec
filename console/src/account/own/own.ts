/** The account that is shown, for the pages of it. */
import { useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { ask, type Reply } from '../../api/client.ts'
import type { Workspace } from '../workspace.ts'

export type Own = Reply<'getOwnUserProfile'>

interface Shown {
  readonly me: Own
  /** Undefined where it could not be read: what it offers is not known then. */
  readonly workspace: Workspace | null | undefined
}

export const OwnContext = createContext<Shown | null>(null)
export const useOwn = (): Shown => use(OwnContext) as Shown

export const profileQuery = ask('getOwnUserProfile', {})
export const preferencesQuery = ask('getOwnUserPreferences', {})

/** Shows a profile that was just changed, or reads it again. */
export function useShownProfile() {
  const cache = useQueryClient()
  return {
    show: (me: Own) => void cache.setQueryData<Own>(profileQuery.queryKey, me),
    again: () => void cache.invalidateQueries({ queryKey: profileQuery.queryKey }),
  }
}
