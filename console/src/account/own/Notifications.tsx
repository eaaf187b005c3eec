import { Button } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../api/client.ts'
import { forWhoAsked } from '../../api/own.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Ago } from '../../ui/Facts.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { tellFault } from '../../ui/toasts.tsx'
import { isWebAddress } from '../../ui/web-address.ts'
import { notificationsKey } from './shown-account.ts'

type Page = Reply<'listNotifications'>
type Notification = Page['items'][number]

const pageSize = 20

/** What the account was told, the newest first. */
export default function Notifications() {
  const { t } = useI18n()
  const cache = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: notificationsKey,
    queryFn: ({ pageParam, signal }) => call('listNotifications', { query: { page: pageParam, pageSize } }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }: Page) => (page < totalPages ? page + 1 : undefined),
  })
  const all = query.data?.pages.flatMap(({ items }) => items) ?? []
  // of those that are not loaded nobody knows
  const mayBeUnread = query.hasNextPage || all.some(({ isRead }) => !isRead)
  const run = (work: Promise<unknown>) =>
    void forWhoAsked(work)
      .catch(tellFault)
      .then(() => cache.invalidateQueries({ queryKey: notificationsKey }))
  if (query.error && !query.data) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <div className="lines" aria-busy="true" />
  if (all.length === 0)
    return (
      <div className="nothing">
        <Icon name="bell" size={24} />
        <h2>{t('notifications.none')}</h2>
        <p>{t('notifications.noneHint')}</p>
      </div>
    )
  return (
    <>
      <p className="dim">{t('own.notesHint')}</p>
      <div className="me-acts">
        <Button variant="default" disabled={!mayBeUnread} onClick={() => run(call('markAllNotificationsRead', {}))}>
          {t('bell.readAll')}
        </Button>
      </div>
      <ul className="me-list">
        {all.map((one) => (
          <Line key={one.id} one={one} onRead={() => run(call('markNotificationRead', { path: { id: one.id } }))} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('own.older')}
        </Button>
      )}
    </>
  )
}

function Line({ one, onRead }: { one: Notification; onRead(): void }) {
  const { t } = useI18n()
  return (
    <li className="own-note" data-unread={!one.isRead || undefined}>
      <div>
        <b dir="auto">{one.title}</b>
        <p dir="auto">{one.body}</p>
        <small>
          <Ago at={one.createdAt} />
          {!one.isRead && (
            <>
              <span className="dot" />
              {t('notifications.state.unread')}
            </>
          )}
          {one.link && isWebAddress(one.link) && (
            <>
              <span className="dot" />
              <a href={one.link} target="_blank" rel="noopener noreferrer" onClick={onRead}>
                {t('notifications.follow')}
              </a>
            </>
          )}
        </small>
      </div>
      {!one.isRead && (
        <Button variant="default" size="xs" onClick={onRead} aria-label={`${t('notifications.read')}: ${one.title}`}>
          {t('notifications.read')}
        </Button>
      )}
    </li>
  )
}
