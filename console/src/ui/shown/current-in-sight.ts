import { type RefObject, useEffect, useRef } from 'react'

/** For a row of tabs: on a narrow page not all of them are to be seen, but the current one is. */
export function useCurrentInSight<E extends HTMLElement>(current: string | undefined): RefObject<E | null> {
  const row = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each that becomes the current one
  useEffect(() => {
    row.current?.querySelector('[aria-current], [aria-selected=true]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [current])
  return row
}
