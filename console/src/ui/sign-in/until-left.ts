/** As long as a page that somebody goes to has to answer. No event tells that they stopped the browser on its way there. */
const patienceMs = 10_000

/**
 * After the browser was sent to another page: what waits for this waits until this one is gone, or somebody has come back to it as it was
 * left, by the way back of the browser, or is still here after some seconds.
 */
export async function untilLeft(): Promise<void> {
  const over = new AbortController()
  await new Promise<void>((resolve) => {
    addEventListener('pageshow', ({ persisted }) => persisted && resolve(), { signal: over.signal })
    setTimeout(resolve, patienceMs)
  })
  over.abort()
}
