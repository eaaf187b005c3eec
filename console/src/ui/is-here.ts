import { useEffect, useRef } from 'react'

/**
 * Whether the page of a record is still the one that is open, to be asked when an act on it is done: whoever went elsewhere meanwhile is not
 * led away from there. What a page shows of a record may be gone with it, so the page itself asks.
 *
 * @param id undefined where a page is of no one record
 */
export function useIsHere(id: string | undefined): () => boolean {
  const open = useRef<string | undefined | null>(null)
  useEffect(() => {
    open.current = id
    return () => {
      open.current = null
    }
  }, [id])
  return () => open.current === id
}
