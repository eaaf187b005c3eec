import { useQueryClient } from '@tanstack/react-query'
import type { Reply } from '../../api/client.ts'
import { startKey } from '../../api/start.ts'

export type OwnProfile = Reply<'getOwnProfile'>

/** Shows a profile that was just changed: the shell has the same name and picture. One that comes late is shown to nobody else. */
export function useShownProfile() {
  const cache = useQueryClient()
  return (me: OwnProfile) =>
    cache.setQueryData<Reply<'getAdminStart'>>(startKey, (start) => (start?.me.id === me.id ? { ...start, me } : start))
}
