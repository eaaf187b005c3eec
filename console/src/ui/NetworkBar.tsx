import { onlineManager, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { hasNoAnswer, isPlain } from '../api/client.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { Icon } from './Icon.tsx'

const firstPauseMs = 2000
const longestPauseMs = 30_000

/** One line for the whole page while the service can't be reached; what was read stays. */
export function NetworkBar() {
  const { t } = useI18n()
  const cache = useQueryClient().getQueryCache()
  const isAway = useAway(cache)
  // what failed is asked for again by itself, after growing pauses
  useEffect(() => {
    if (!isAway) return
    let pauseMs = firstPauseMs
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(() => {
        for (const query of cache.findAll({ type: 'active', predicate: ({ state }) => hasNoAnswer(state.error) }))
          void query.fetch().catch(() => {})
        pauseMs = Math.min(pauseMs * 2, longestPauseMs)
        wait()
      }, pauseMs)
    }
    wait()
    return () => clearTimeout(timer)
  }, [isAway, cache])
  if (isAway)
    return (
      <div className="strip" role="status" data-tone="amber">
        <Icon name="wifiOff" size={14} />
        {t('shell.offline')}
      </div>
    )
  if (!isPlain) return null
  return (
    <div className="strip" role="status" data-tone="grey">
      <Icon name="info" size={14} />
      {t('shell.plain')}
    </div>
  )
}

/** Whether something that is shown has had no answer. What is asked for again stays so until one comes: the bar does not flicker. */
function useAway(cache: QueryCache): boolean {
  const [lost] = useState(
    () => new Set(cache.getAll().flatMap(({ queryHash, state }) => (hasNoAnswer(state.fetchFailureReason) ? [queryHash] : []))),
  )
  return useSyncExternalStore(
    (told) => {
      const ends = [
        cache.subscribe((event) => {
          const { queryHash } = event.query
          const action = event.type === 'updated' ? event.action : null
          if ((action?.type === 'failed' || action?.type === 'error') && hasNoAnswer(action.error)) lost.add(queryHash)
          else if (action?.type === 'error' || action?.type === 'success' || event.type === 'removed') lost.delete(queryHash)
          told()
        }),
        onlineManager.subscribe(told),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
    () => !onlineManager.isOnline() || cache.findAll({ type: 'active' }).some(({ queryHash }) => lost.has(queryHash)),
  )
}
