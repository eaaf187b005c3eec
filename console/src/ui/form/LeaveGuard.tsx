import { useBlocker } from '@tanstack/react-router'
import { LeaveDialog } from './LeaveDialog.tsx'

interface Props {
  isChanged(): boolean
  readonly title?: string
  readonly hint?: string
  readonly discard?: string
}

/**
 * Asks before what was typed is lost, whichever way somebody leaves.
 *
 * @param isChanged asked at that moment
 */
export function LeaveGuard({ isChanged, ...words }: Props) {
  const blocker = useBlocker({ shouldBlockFn: isChanged, enableBeforeUnload: isChanged, withResolver: true })
  if (blocker.status !== 'blocked') return null
  return <LeaveDialog {...words} onStay={blocker.reset} onLeave={blocker.proceed} />
}
