import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { acting } from '../../api/acting.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { leaveBy } from '../../ui/form/leaving.ts'
import { Icon } from '../../ui/Icon.tsx'
import { tellFault } from '../../ui/toasts.tsx'

/** Ends the acting and leads back to the admin's record, as oneself. */
export function useStopActing(): { isBusy: boolean; stop(): Promise<void> } {
  const way = { cache: useQueryClient(), navigate: useNavigate() }
  const [isBusy, setBusy] = useState(false)
  async function stop() {
    setBusy(true)
    try {
      await (await import('./stop.ts')).stop(way)
    } catch (error) {
      tellFault(error)
    }
    setBusy(false)
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
