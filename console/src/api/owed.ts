/** What was told to be done, and waits so that it may be taken back: it has to be done before the session ends. */
const owed = new Set<() => Promise<unknown>>()

/** Has `work` done before the session is ended here. @returns what ends that */
export function oweUntilEnd(work: () => Promise<unknown>): () => void {
  owed.add(work)
  return () => void owed.delete(work)
}

/** Does all of it; what fails has been told. */
export async function finishOwed(): Promise<void> {
  await Promise.allSettled([...owed].map((work) => work()))
}
