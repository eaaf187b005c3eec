/** Does the work at the first of many calls, and once more for all that come within `everyMs` after it, and so on while they come. */
export function gathered(work: () => void, everyMs: number): () => void {
  let isWaiting = false
  let isDue = false
  const begin = () => {
    work()
    isDue = false
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      if (isDue) begin()
    }, everyMs)
  }
  return () => {
    if (isWaiting) isDue = true
    else begin()
  }
}
