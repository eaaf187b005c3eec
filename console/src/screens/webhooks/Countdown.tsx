import { useEffect, useState } from 'react'
import { aheadMs } from '../../api/client.ts'
import { clockOf, countDown } from './count-down.ts'

/** Counts down to a moment of the service. `onOver` is told when it comes, and for as long as it stays the one that is waited for. */
export function Countdown({ to, onOver }: { to: string; onOver?: () => void }) {
  const leftMs = () => Date.parse(to) - Date.now() - (aheadMs ?? 0)
  const [left, setLeft] = useState(leftMs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another moment begins anew
  useEffect(() => countDown(leftMs, setLeft, onOver), [to])
  return (
    <time dir="ltr" className="countdown" dateTime={to}>
      {clockOf(left)}
    </time>
  )
}
