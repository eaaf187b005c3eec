import { useQueryClient } from '@tanstack/react-query'
import { keepPreferences } from '../../api/preferences.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { PreferenceFields } from '../../ui/own/PreferenceFields.tsx'
import { MePage } from './MePage.tsx'

/** Each is kept at once, and holds in every tab and on every device. */
export default function Preferences() {
  const { t } = useI18n()
  const { start } = useStart()
  const cache = useQueryClient()
  return (
    <MePage part="preferences">
      <p className="dim">{t('me.prefHint')}</p>
      <PreferenceFields now={start?.preferences} hasLists keep={(change) => keepPreferences(cache, change)} />
    </MePage>
  )
}
