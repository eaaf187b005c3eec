/** Waits for `work`, but no longer than `ms`; keeps the process alive meanwhile. What `work` throws is its caller's to catch. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, Math.max(0, ms))
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
