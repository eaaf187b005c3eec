/** Deleting with a way back: the service brings none back, so that it is told only when nobody took it back for ten seconds. */
import { useEffect, useRef, useState } from 'react'
import { readyAtLast } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { tell } from '../../ui/toasts.tsx'

/** As long as the way back is shown. */
const patienceMs = 10_000

interface Removal {
  /** Those that are not shown any more. */
  readonly gone: ReadonlySet<string>
  remove(id: string): void
}

/** @param work deletes for good; done when the screen is left, too, and when the page is closed */
export function useRemoval(work: (id: string) => Promise<void>): Removal {
  const { t } = useI18n()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const waiting = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const latest = useRef(work)
  latest.current = work
  const finish = (id: string) => {
    clearTimeout(waiting.current.get(id))
    if (waiting.current.delete(id)) void latest.current(id)
  }
  useEffect(() => {
    const { current: left } = waiting
    const finishAll = () => {
      for (const [id, timer] of left) {
        clearTimeout(timer)
        left.delete(id)
        void latest.current(id)
      }
    }
    addEventListener('pagehide', finishAll)
    return () => {
      removeEventListener('pagehide', finishAll)
      finishAll()
    }
  }, [])
  return {
    gone,
    remove(id) {
      readyAtLast()
      setGone((before) => new Set(before).add(id))
      waiting.current.set(
        id,
        setTimeout(() => finish(id), patienceMs),
      )
      tell(t('notifications.deleted'), {
        label: t('act.undo'),
        run() {
          clearTimeout(waiting.current.get(id))
          // what was deleted for good by then stays away
          if (waiting.current.delete(id)) setGone((before) => new Set([...before].filter((other) => other !== id)))
        },
      })
    },
  }
}
