/** What somebody chose in this browser: it holds before they sign in, and in every tab. */
import { useSyncExternalStore } from 'react'
import { type Habits, habitsIn } from './habits.ts'

const place = 'tenantry-habits'
const listeners = new Set<() => void>()
let kept: Habits | null = null

/** As they are now. */
export const habits = (): Habits => {
  kept ??= habitsIn(localStorage.getItem(place), navigator.language)
  return kept
}

/** Takes up what was chosen, here and in the other tabs. */
export function changeHabits(change: Partial<Habits>): void {
  const before = habits()
  const names = Object.keys(change) as (keyof Habits)[]
  if (names.every((name) => before[name] === change[name])) return
  localStorage.setItem(place, JSON.stringify({ ...before, ...change }))
  forget()
}

function forget(): void {
  kept = null
  for (const listener of listeners) listener()
}

function follow(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => key === place && forget()
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

export const useHabits = (): Habits => useSyncExternalStore(follow, habits)
