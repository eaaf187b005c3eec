import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { startKey, useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { type PreferenceChange, PreferenceFields } from '../../ui/own/PreferenceFields.tsx'
import { tellFault } from '../../ui/toasts.tsx'
import { MePage } from './MePage.tsx'

type Preferred = Reply<'getAdminStart'>['preferences']

/** Each is kept at once, and holds in every tab and on every device. */
export default function Preferences() {
  const words = useI18n()
  const { t } = words
  const { start } = useStart()
  const cache = useQueryClient()
  const [busy, setBusy] = useState(0)
  const show = (preferences: Preferred) =>
    cache.setQueryData<Reply<'getAdminStart'>>(startKey, (before) => before && { ...before, preferences })
  async function save(change: PreferenceChange) {
    const before = cache.getQueryData<Reply<'getAdminStart'>>(startKey)?.preferences
    // seen at once; what the service refuses goes back to what it was
    if (before) show({ ...before, ...change } as Preferred)
    setBusy((count) => count + 1)
    try {
      show(await call('updateOwnPreferences', { body: change }))
    } catch (error) {
      if (before) show(before)
      tellFault(error, words)
    } finally {
      setBusy((count) => count - 1)
    }
  }
  const now = start?.preferences
  return (
    <MePage part="preferences">
      <p className="dim">{t('me.prefHint')}</p>
      <PreferenceFields now={now} isBusy={busy > 0} hasLists save={(change) => void save(change)} />
    </MePage>
  )
}
