import { useCallback, useRef } from 'react'
import { newKey } from '../../api/client.ts'

/** Keys for `callOnce`: what is sent as it was before is the same, however often somebody clicks. Of the body: it has more in it than the form. */
export function useOnceKeys(): (body: object) => string {
  const keys = useRef(new Map<string, string>())
  return useCallback((body) => {
    const said = JSON.stringify(body)
    const key = keys.current.get(said) ?? newKey()
    keys.current.set(said, key)
    return key
  }, [])
}
