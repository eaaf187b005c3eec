import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

interface Meanwhile {
  /** Shown until it is there. */
  readonly waiting?: ReactNode
  /** Shown where it can't be loaded; without it the nearest boundary is told. */
  failed?(error: unknown): ReactNode
}

/**
 * What is loaded when it is first shown. Not `lazy` of React: it shows what was waited for 300 ms after it last showed that something is
 * waited for, and no earlier (`FALLBACK_THROTTLE_MS`), so that a page of a few parts stood empty for a second with all of them there.
 */
export function whenLoaded<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  { waiting = null, failed }: Meanwhile = {},
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null
  return function Loaded(props: P) {
    const [Part, setPart] = useState(() => loaded)
    const [fault, setFault] = useState<{ readonly error: unknown } | null>(null)
    useEffect(() => {
      let isShown = true
      load().then(
        ({ default: part }) => {
          loaded = part
          if (isShown) setPart(() => part)
        },
        (error: unknown) => isShown && setFault({ error }),
      )
      return () => {
        isShown = false
      }
    }, [])
    if (Part !== null) return <Part {...props} />
    if (fault === null) return waiting
    if (failed) return failed(fault.error)
    throw fault.error
  }
}
