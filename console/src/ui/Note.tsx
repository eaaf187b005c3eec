import type { ReactNode } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { type Failing, useTold } from './fault.ts'
import { Icon } from './Icon.tsx'

/** A sentence that must be seen. Errors are read out at once, the rest when there is time. */
export function Note({ tone, children }: { tone: 'red' | 'green' | 'blue' | 'amber'; children: ReactNode }) {
  return (
    <div role={tone === 'red' ? 'alert' : 'status'} className="note" data-tone={tone}>
      <Icon name={tone === 'green' ? 'active' : tone === 'blue' ? 'info' : 'alert'} size={15} />
      <div>{children}</div>
    </div>
  )
}

/** When it may be tried again: heard once, and seen as it counts down. */
export function Wait({ seconds, left }: { seconds: number | null; left: number }) {
  const { t } = useI18n()
  if (seconds === null || left === 0) return null
  return (
    <>
      <span className="sr"> {t('fault.wait', { count: seconds })}</span>
      <span aria-hidden="true"> {t('fault.wait', { count: left })}</span>
    </>
  )
}

/** Why something failed, with the tries that are left, the time to wait and the trace id where there are any. */
export function Fault({ told, wait }: Failing) {
  const { t } = useI18n()
  if (!told || (told.isTimed && wait === 0)) return null
  const { text, triesLeft, traceId, waitSeconds } = told
  return (
    <Note tone="red">
      {text}
      {triesLeft !== null && ` ${t('fault.tries', { count: triesLeft })}`}
      <Wait seconds={waitSeconds} left={wait} />
      {traceId && <small dir="auto">{t('fault.trace', { id: traceId })}</small>}
    </Note>
  )
}

/** The same of an error that nobody else tells. */
export const FaultOf = ({ error }: { readonly error: unknown }) => <Fault {...useTold(error)} />
