import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { type PreferenceChange, PreferenceFields, type Preferred } from '../../ui/own/PreferenceFields.tsx'
import { tellFault } from '../../ui/toasts.tsx'
import { preferencesQuery } from './own.ts'

/** Each is kept at once. */
export default function Preferences() {
  const words = useI18n()
  const { t } = words
  const cache = useQueryClient()
  const query = useQuery(preferencesQuery)
  const [busy, setBusy] = useState(0)
  const show = (preferences: Preferred) => cache.setQueryData<Preferred>(preferencesQuery.queryKey, preferences)
  async function save(change: PreferenceChange) {
    const before = cache.getQueryData<Preferred>(preferencesQuery.queryKey)
    // seen at once; what the service refuses goes back to what it was
    if (before) show({ ...before, ...change } as Preferred)
    setBusy((count) => count + 1)
    try {
      show(await call('updateOwnUserPreferences', { body: change }))
    } catch (error) {
      if (before) show(before)
      tellFault(error, words)
    } finally {
      setBusy((count) => count - 1)
    }
  }
  if (query.error && !query.data) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <p className="dim">{t('own.prefHint')}</p>
      <PreferenceFields now={query.data} isBusy={busy > 0} hasLists={false} save={(change) => void save(change)} />
    </>
  )
}
