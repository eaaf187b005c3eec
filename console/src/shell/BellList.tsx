import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ask, call, type Reply } from '../api/client.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { placeOfPath } from '../sitemap/places.ts'
import { screenAt } from '../sitemap/screens.ts'
import { Failed } from '../ui/Failed.tsx'
import { tellFault } from '../ui/toasts.tsx'
import { setUnread } from './use-live.ts'

type Notification = Reply<'listNotifications'>['items'][number]
const shown = ask('listNotifications', { query: { pageSize: 10 } })

/** The newest notifications: each is read by a click, and leads to its record where the console shows that. */
export default function BellList({ unread, onGo }: { unread: number; onGo(): void }) {
  const words = useI18n()
  const { t } = words
  const cache = useQueryClient()
  const navigate = useNavigate()
  const query = useQuery(shown)
  const change = (of: (one: Notification) => Notification) =>
    cache.setQueryData<Reply<'listNotifications'>>(shown.queryKey, (page) => page && { ...page, items: page.items.map(of) })
  const failed = (error: unknown) => {
    tellFault(error, words)
    void query.refetch()
  }
  const readAll = () => {
    change((one) => ({ ...one, isRead: true }))
    setUnread(cache, () => 0)
    call('markAllNotificationsRead', {}).catch(failed)
  }
  const open = (one: Notification) => {
    if (!one.isRead) {
      change((other) => (other.id === one.id ? { ...other, isRead: true } : other))
      setUnread(cache, (before) => before - 1)
      call('markNotificationRead', { path: { id: one.id } }).catch(failed)
    }
    const place = one.link === null ? null : placeOfPath(one.link)
    if (place) {
      onGo()
      void navigate(place as never)
    } else if (one.link && isWebAddress(one.link)) globalThis.open(one.link, '_blank', 'noopener,noreferrer')
  }
  return (
    <>
      <div className="bell-head">
        <h2>{t('bell.label')}</h2>
        <span className="grow" />
        <button type="button" className="quiet-link" disabled={unread === 0} onClick={readAll}>
          {t('bell.readAll')}
        </button>
      </div>
      {query.isPending && <div className="lines" aria-busy="true" />}
      {query.error && !query.data && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.items.length === 0 && <p className="bell-none">{t('bell.none')}</p>}
      <ul className="bell-list">
        {query.data?.items.map((one) => (
          <li key={one.id}>
            <button type="button" data-unread={!one.isRead || undefined} data-severity={one.severity} onClick={() => open(one)}>
              <i aria-hidden="true" />
              <span>
                <b dir="auto">{one.title}</b>
                <span dir="auto" className="bell-body">
                  {one.body}
                </span>
                <small>
                  {!one.isRead && <span className="sr">{t('bell.isUnread')} </span>}
                  <time dateTime={one.createdAt} title={words.moment(one.createdAt)}>
                    {words.ago(one.createdAt)}
                  </time>
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {screenAt('/notifications') && (
        <Button variant="subtle" fullWidth renderRoot={(props) => <Link to={'/notifications' as never} onClick={onGo} {...props} />}>
          {t('bell.all')}
        </Button>
      )}
    </>
  )
}

/** Nothing else is followed: `javascript:` is an address too. */
const isWebAddress = (link: string): boolean => ['http:', 'https:'].includes(URL.parse(link)?.protocol ?? '')
