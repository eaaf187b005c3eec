import { useEffect, useState } from 'react'

const two = (value: number) => String(value).padStart(2, '0')

/** What is left until then, as a clock shows it: `4:59`, `1:59:03`. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** So long what is due may take until it is done. */
const dueMs = 2000

/** Counts down to a moment. `onOver` is told once when it comes, or has come. */
export function Countdown({ to, onOver }: { to: string; onOver?: () => void }) {
  const end = Date.parse(to)
  const [left, setLeft] = useState(() => end - Date.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another moment begins anew
  useEffect(() => {
    setLeft(end - Date.now())
    // of what is due already nobody hears when it is done
    if (end <= Date.now()) {
      const soon = setTimeout(() => onOver?.(), dueMs)
      return () => clearTimeout(soon)
    }
    const timer = setInterval(() => {
      const now = end - Date.now()
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      onOver?.()
    }, 1000)
    return () => clearInterval(timer)
  }, [end])
  return (
    <time dir="ltr" className="countdown" dateTime={to}>
      {clockOf(left)}
    </time>
  )
}
