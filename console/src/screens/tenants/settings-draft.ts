/** A form over some settings of a tenant: its own values, saved against what others save meanwhile. */
import { useEffect } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useActs } from '../../ui/acts.ts'
import { Overtaken, useDraft } from '../../ui/form/draft.ts'
import { tell } from '../../ui/toasts.tsx'
import { changesOf, draftOf, type SettingName, type Settings } from './settings.ts'
import { type Detail, touched } from './tenant.ts'

/**
 * What is typed stays when the tenant is read again. Settings have no version, so they are read before they are saved: where somebody else
 * has set the same one, both values are shown.
 */
export function useSettingsDraft(tenant: Detail, names: readonly SettingName[]) {
  const { t } = useI18n()
  const acts = useActs(touched)
  const read: Settings = tenant.settings
  const path = { id: tenant.id }
  const form = useDraft({
    read,
    draftOf: (from: Settings | null) => draftOf(from, names),
    async save(draft, from, stored) {
      const base = draftOf(from, names)
      const changes = changesOf(draft, base)
      const now = await call('getTenantSettings', { path })
      const held = draftOf(now, names)
      if (Object.keys(changes).some((name) => held[name] !== base[name])) throw new Overtaken(now)
      const saved = await call('updateTenantSettings', { path, body: changes })
      stored()
      tell(t('told.saved', { name: tenant.name }))
      await acts.refresh()
      // as it is stored: what was typed had space around it, maybe
      return saved
    },
  })
  const { follow } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer alone is taken up
  useEffect(() => follow(read), [read])
  return { form, read, refresh: acts.refresh }
}
