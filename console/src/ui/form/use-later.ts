import { useEffect, useState } from 'react'

/** What a value was when it last stood still for so long: what is typed is asked for when the typing pauses. */
export function useLater<T>(value: T, waitMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs)
    return () => clearTimeout(timer)
  }, [value, waitMs])
  return settled
}
