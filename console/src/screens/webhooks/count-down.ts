/** What is left until a moment, counted. */

const two = (value: number) => String(value).padStart(2, '0')

/** What is left until then, as a clock shows it: `4:59`, `1:59:03`. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** What is due may take so long until it is done, and then longer: after each pause it is looked at again. */
const pausesMs = [2000, 2000, 4000, 8000, 15_000, 30_000] as const

/**
 * Tells each second what is left. `onOver` is called when the moment comes, and again and again behind it, ever more rarely: what is due then is done some
 * time later, of which nobody hears.
 * @param leftMs what is left by the clock of whoever does it
 * @returns what ends it
 */
export function countDown(leftMs: () => number, tell: (ms: number) => void, onOver?: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  let asked = 0
  const wait = () => {
    const pause = pausesMs[Math.min(asked, pausesMs.length - 1)]
    asked += 1
    if (onOver) timer = setTimeout(over, pause)
  }
  const over = () => {
    onOver?.()
    wait()
  }
  const count = () => {
    const left = leftMs()
    tell(left)
    if (left > 0) timer = setTimeout(count, Math.min(left, 1000))
    else over()
  }
  tell(leftMs())
  if (leftMs() > 0) timer = setTimeout(count, Math.min(leftMs(), 1000))
  // whoever came here has just read that it is due
  else wait()
  return () => clearTimeout(timer)
}
