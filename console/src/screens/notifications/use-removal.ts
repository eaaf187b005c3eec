/** Deleting with a way back: the service brings none back, so that it is told only when nobody took it back for ten seconds. */
import { useEffect, useRef, useState } from 'react'
import { readyAtLast } from '../../api/client.ts'
import { oweUntilEnd } from '../../api/owed.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { tell } from '../../ui/toasts.tsx'

/** As long as the way back is shown. */
const patienceMs = 10_000

interface Removal {
  /** Those that are not shown any more. */
  readonly gone: ReadonlySet<string>
  remove(id: string): void
}

/** @param work deletes for good, or throws; done when the screen is left, when somebody signs out, and when the page is closed */
export function useRemoval(work: (id: string) => Promise<void>): Removal {
  const { t } = useI18n()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const waiting = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const latest = useRef(work)
  latest.current = work
  const show = (id: string) => setGone((before) => new Set([...before].filter((other) => other !== id)))
  /** @returns whether it waited */
  const take = (id: string) => {
    clearTimeout(waiting.current.get(id))
    return waiting.current.delete(id)
  }
  const finish = async (id: string) => {
    // what could not be deleted is still there
    if (take(id)) await latest.current(id).catch(() => show(id))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is used is the same through all of its life
  useEffect(() => {
    const finishAll = () => Promise.all([...waiting.current.keys()].map(finish))
    const onHide = () => void finishAll()
    addEventListener('pagehide', onHide)
    const stop = oweUntilEnd(finishAll)
    return () => {
      removeEventListener('pagehide', onHide)
      stop()
      void finishAll()
    }
  }, [])
  return {
    gone,
    remove(id) {
      readyAtLast()
      setGone((before) => new Set(before).add(id))
      waiting.current.set(
        id,
        setTimeout(() => void finish(id), patienceMs),
      )
      tell(t('notifications.deleted'), {
        label: t('act.undo'),
        run() {
          // what was deleted for good by then stays away
          if (take(id)) show(id)
        },
      })
    },
  }
}
