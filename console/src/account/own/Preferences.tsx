import { useQuery, useQueryClient } from '@tanstack/react-query'
import { changeAtOnce } from '../../api/change-at-once.ts'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { type PreferenceChange, PreferenceFields, type Preferred } from '../../ui/own/PreferenceFields.tsx'
import { preferencesQuery } from './shown-account.ts'

/** Each is kept at once. */
export default function Preferences() {
  const { t } = useI18n()
  const cache = useQueryClient()
  const query = useQuery(preferencesQuery)
  const { queryKey } = preferencesQuery
  const kept = {
    read: () => cache.getQueryData<Preferred>(queryKey),
    show: (preferences: Preferred) => void cache.setQueryData<Preferred>(queryKey, preferences),
    send: (body: PreferenceChange) => call('updateOwnUserPreferences', { body }),
  }
  if (query.error && !query.data) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <p className="dim">{t('me.prefHint')}</p>
      <PreferenceFields now={query.data} hasLists={false} keep={(change) => changeAtOnce(kept, change)} />
    </>
  )
}
