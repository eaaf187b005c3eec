/** What is changed on the page before the service has answered. */
import { inTurn } from './in-turn.ts'

interface Kept<P, C> {
  /** Who chooses; null for nobody. */
  readonly whose: string | null
  /** As the page shows it; undefined until it was read. */
  read(): P | undefined
  show(kept: P): void
  /** Has the service keep the change. @throws Failure */
  send(change: C): Promise<P>
}

/** What the service kept last, as far as it said so, while changes are under way; there is one such thing on a page. */
let settled: object | undefined
/** Whose that is: what one person kept is never shown to the next. */
let owner: string | null = null
/** Those that it has not answered yet, the oldest first. */
let open: readonly object[] = []

/**
 * Shows a change at once, and then what the service keeps. What was chosen since is taken back by neither its answer nor its refusal.
 *
 * @returns what the service keeps; null where something was chosen since, by whoever
 * @throws Failure; the page shows then what the service keeps, with what was chosen since
 */
export async function changeAtOnce<P extends object, C extends object>(
  { whose, read, show, send }: Kept<P, C>,
  change: C,
): Promise<P | null> {
  if (open.length === 0 || owner !== whose) [settled, open, owner] = [read(), [], whose]
  const isTheirs = () => owner === whose
  const shown = read()
  open = [...open, change]
  if (shown) show({ ...shown, ...change })
  try {
    // lists are sent whole: the last one must come last
    const kept = await inTurn('changes at once', () => send(change))
    if (isTheirs()) settled = kept
  } finally {
    open = open.filter((one) => one !== change)
    if (settled && isTheirs()) show(Object.assign({}, settled, ...open) as P)
  }
  return isTheirs() && open.length === 0 ? (settled as P) : null
}
