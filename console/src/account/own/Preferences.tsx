import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { PreferenceFields } from '../../ui/own/PreferenceFields.tsx'
import { useKeptPreferences } from './keep-preferences.ts'
import { preferencesQuery, useShownAccount } from './shown-account.ts'

/** Each is kept at once. */
export default function Preferences() {
  const { t } = useI18n()
  const query = useQuery(preferencesQuery)
  const keep = useKeptPreferences(useShownAccount().me.id)
  if (query.error && !query.data) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <p className="dim">{t('me.prefHint')}</p>
      <PreferenceFields now={query.data} hasLists={false} keep={keep} />
    </>
  )
}
