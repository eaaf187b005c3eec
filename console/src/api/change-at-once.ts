/** What is changed on the page before the service has answered. */
import { inTurn } from './in-turn.ts'

interface Kept<P, C> {
  /** As the page shows it; undefined until it was read. */
  read(): P | undefined
  show(kept: P): void
  /** Has the service keep the change. @throws Failure */
  send(change: C): Promise<P>
}

/** What the service kept last, as far as it said so, while changes are under way; there is one such thing on a page. */
let settled: object | undefined
/** Those that it has not answered yet, the oldest first. */
let open: readonly object[] = []

/**
 * Shows a change at once, and then what the service keeps. What was chosen since is taken back by neither its answer nor its refusal.
 *
 * @returns what the service keeps; null where something was chosen since
 * @throws Failure; the page shows then what the service keeps, with what was chosen since
 */
export async function changeAtOnce<P extends object, C extends object>({ read, show, send }: Kept<P, C>, change: C): Promise<P | null> {
  if (open.length === 0) settled = read()
  const shown = read()
  open = [...open, change]
  if (shown) show({ ...shown, ...change })
  try {
    // lists are sent whole: the last one must come last
    settled = await inTurn('changes at once', () => send(change))
  } finally {
    open = open.filter((one) => one !== change)
    if (settled) show(Object.assign({}, settled, ...open) as P)
  }
  return open.length === 0 ? (settled as P) : null
}
