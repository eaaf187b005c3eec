import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { acting, stopActing } from '../../api/acting.ts'
import { isPlain } from '../../api/client.ts'
import { finishOwed } from '../../api/owed.ts'
import { consolePath } from '../../api/return-to.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { giveUp, leaveBy } from '../../ui/form/leaving.ts'
import { Icon } from '../../ui/Icon.tsx'
import { tellFault } from '../../ui/toasts.tsx'

/** Ends the acting and leads back to the admin's record, as oneself. */
export function useStopActing(): { isBusy: boolean; stop(): Promise<void> } {
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  async function stop() {
    const acted = acting()
    setBusy(true)
    try {
      // in the name of who was acted as: the tab is somebody else's right after
      await finishOwed()
      await stopActing()
    } catch (error) {
      setBusy(false)
      return tellFault(error)
    }
    // over plain http the own session is in the memory of this page, and would be lost with it
    if (isPlain) return cache.clear()
    giveUp()
    location.replace(`${consolePath}/admins${acted ? `?open=${acted.id}` : ''}`)
  }
  return { isBusy, stop }
}

/** The first thing on the page while this tab acts for somebody. It stays until that is stopped. */
export function ActingBar() {
  const { t } = useI18n()
  const { isBusy, stop } = useStopActing()
  const acted = acting()
  if (!acted) return null
  return (
    <section className="acting-bar" aria-label={t('acting.label')}>
      <Icon name="admins" size={15} />
      <span className="cut" dir="auto">
        {t('acting.bar', { name: acted.name })}
      </span>
      <button type="button" aria-disabled={isBusy} onClick={() => !isBusy && leaveBy(() => void stop())}>
        {t('acting.stop')}
      </button>
    </section>
  )
}
