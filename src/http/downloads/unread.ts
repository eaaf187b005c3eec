/**
 * Ends what a client does not read: when it took nothing at all between two looks. However slowly it reads, it is waited for.
 * @param unread how many bytes it has not taken yet
 * @param everyMs time between two looks
 * @returns what stops the watch
 */
export function endIfUnread(unread: () => number, end: () => void, everyMs: number): () => void {
  let before = unread()
  const timer = setInterval(() => {
    if (unread() >= before) end()
    before = unread()
  }, everyMs)
  return () => clearInterval(timer)
}
