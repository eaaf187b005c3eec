import { useQuery, useQueryClient } from '@tanstack/react-query'
import { changeAtOnce } from '../../api/change-at-once.ts'
import { call, SignedOut } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { type PreferenceChange, PreferenceFields, type Preferred } from '../../ui/own/PreferenceFields.tsx'
import { isStillHere, preferencesQuery, useShownAccount } from './shown-account.ts'

/** Each is kept at once. */
export default function Preferences() {
  const { t } = useI18n()
  const cache = useQueryClient()
  const query = useQuery(preferencesQuery)
  const { queryKey } = preferencesQuery
  const { id } = useShownAccount().me
  const kept = {
    whose: id,
    read: () => cache.getQueryData<Preferred>(queryKey),
    show: (preferences: Preferred) => void (isStillHere(id) && cache.setQueryData<Preferred>(queryKey, preferences)),
    // it may have waited for another: what one person chose is never kept for the next
    send: async (body: PreferenceChange) =>
      isStillHere(id) ? await call('updateOwnUserPreferences', { body }) : await Promise.reject(new SignedOut('signed_out')),
  }
  const keep = (change: PreferenceChange) =>
    changeAtOnce(kept, change).catch((error: unknown) => {
      // what went wrong for somebody who has left concerns nobody
      if (isStillHere(id)) throw error
    })
  if (query.error && !query.data) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <p className="dim">{t('me.prefHint')}</p>
      <PreferenceFields now={query.data} hasLists={false} keep={keep} />
    </>
  )
}
