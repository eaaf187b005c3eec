import { useI18n } from '../../i18n/i18n.tsx'
import { useCountdown } from '../fault.ts'
import type { Sending } from './use-sending.ts'

interface Props {
  /** Seconds until the service sends another one; null before one was asked for. */
  readonly sent: { readonly wait: number | null } | null
  readonly sending: Pick<Sending, 'wait' | 'isBusy'>
  /** What it says before one was asked for. */
  readonly first?: string
  readonly isDisabled?: boolean
  onAsk(): void
}

/** Has another code sent, and counts down until that may be. */
export function AnotherCode({ sent, sending, first, isDisabled = false, onAsk }: Props) {
  const { t } = useI18n()
  const left = useCountdown(sent?.wait ?? null, sent)
  const text = sent === null && first !== undefined ? first : t('reset.again')
  return (
    <button type="button" className="quiet-link" disabled={left > 0 || sending.isBusy || sending.wait > 0 || isDisabled} onClick={onAsk}>
      {left > 0 ? t('reset.againIn', { count: left }) : text}
    </button>
  )
}
