import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds to wait before try number `attempt` (from 0): doubling from `firstMs` up to `mostMs`, then half of it at random. */
export function backoffMs(attempt: number, firstMs: number, mostMs: number): number {
  const whole = Math.min(mostMs, firstMs * 2 ** Math.min(attempt, 20))
  return whole / 2 + (Math.random() * whole) / 2
}

/** Waits without keeping the process alive; an abort ends the wait early and quietly. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(() => {})
}
