import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '../api/client.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { Failed } from '../ui/Failed.tsx'
import { type Notice, useNotices } from './notices.ts'

const shown = ask('listNotifications', { query: { pageSize: 10 } })

/** The newest notifications: each is read by a click, and leads to its record where the console shows that. */
export default function BellList({ unread, onGo }: { unread: number; onGo(): void }) {
  const words = useI18n()
  const { t } = words
  const notices = useNotices()
  const query = useQuery(shown)
  const open = (one: Notice) => {
    notices.read(one)
    if (notices.follow(one)) onGo()
  }
  return (
    <>
      <div className="bell-head">
        <h2>{t('bell.label')}</h2>
        <span className="grow" />
        <button type="button" className="quiet-link" disabled={unread === 0} onClick={notices.readAll}>
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
      <Button variant="subtle" fullWidth renderRoot={(props) => <Link to="/notifications" onClick={onGo} {...props} />}>
        {t('bell.all')}
      </Button>
    </>
  )
}
