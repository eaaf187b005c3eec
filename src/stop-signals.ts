type Stop = (signal: NodeJS.Signals) => Promise<void>

/** How long a stop may take before the process ends anyway, with 1; in milliseconds. */
const stopWithinMs = 9000
/**
 * One Ctrl-C comes twice under npm, to the whole group and once more from npm; and a supervisor may signal a group and its first
 * process. What comes within this of the first is the same wish; in milliseconds.
 */
const oneWishMs = 1000

const requested = new AbortController()
let stop: Stop = async () => {}

/** Aborts with the first signal. */
export const stopRequested: AbortSignal = requested.signal

/**
 * SIGTERM and SIGINT from now on: the first runs what `onStop` was given last and ends the process with 0, or with 1 where that fails
 * or takes longer than nine seconds. A second one ends it at once, when it comes a second or more after the first.
 */
export function catchStopSignals(): void {
  let begun: number | null = null
  const heard = (signal: NodeJS.Signals) => {
    if (begun === null) {
      begun = performance.now()
      setTimeout(() => process.exit(1), stopWithinMs).unref()
      requested.abort()
      stop(signal).then(
        () => process.exit(0),
        () => process.exit(1),
      )
    } else if (performance.now() - begun >= oneWishMs) process.exit(1)
  }
  process.on('SIGTERM', heard)
  process.on('SIGINT', heard)
}

/** What the first signal is to end before the process does; nothing, until this is called. It logs its own failures. */
export function onStop(ending: Stop): void {
  stop = ending
}
