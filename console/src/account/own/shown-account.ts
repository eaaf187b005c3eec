/** The account that is shown, for the pages of it. */
import { useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { ask, client, type Reply } from '../../api/client.ts'
import { profileQuery } from '../session.ts'
import type { Start, Workspace } from '../workspace.ts'

export type OwnProfile = Reply<'getOwnUserProfile'>

interface Shown {
  readonly me: OwnProfile
  /** Undefined where it could not be read: what it offers is not known then. */
  readonly workspace: Workspace | null | undefined
  /** What people of the workspace may sign in with; undefined like it. */
  readonly providers: Start['providers'] | undefined
}

export const AccountContext = createContext<Shown | null>(null)
export const useShownAccount = (): Shown => use(AccountContext) as Shown

export const preferencesQuery = ask('getOwnUserPreferences', {})
export const notificationsKey = ['own notifications']

/** Whether this is still who is signed in here: an answer may come when somebody else is. */
export const isStillHere = (id: string): boolean => client.session.status === 'signed-in' && client.session.user.id === id

/** Shows a profile that was just changed, or reads it again. One that comes late is shown to nobody else. */
export function useShownProfile() {
  const cache = useQueryClient()
  return {
    show: (me: OwnProfile) => void (isStillHere(me.id) && cache.setQueryData<OwnProfile>(profileQuery.queryKey, me)),
    again: () => void cache.invalidateQueries({ queryKey: profileQuery.queryKey }),
  }
}
