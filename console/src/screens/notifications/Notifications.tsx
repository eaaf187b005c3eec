import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { leads, useNotices } from '../../shell/notices.ts'
import { useOpened } from '../../ui/form/use-opened.ts'
import { Icon } from '../../ui/Icon.tsx'
import { later } from '../../ui/later.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/list.ts'
import { Act, RecordMenu } from '../../ui/RecordMenu.tsx'
import { columnsOf, filtersOf } from './columns.tsx'
import { NoticePanel } from './NoticePanel.tsx'
import type { Notice } from './notice.ts'
import { useRemoval } from './use-removal.ts'

const NoticeForm = later(async () => (await import('./NoticeForm.tsx')).NoticeForm)
const usual = { by: 'createdAt', direction: 'desc' } as const

/** `/notifications`: what one was told oneself; whoever may tells others. */
export default function Notifications() {
  const words = useI18n()
  const { t } = words
  const { can, start } = useStart()
  const notices = useNotices()
  const list = useList({ operation: 'listNotifications', orders: ['createdAt'], usual, filters: filtersOf(words), isWithin: false })
  const { gone, remove } = useRemoval(notices.remove)
  const columns = useMemo(() => columnsOf(words), [words])
  const rows = list.rows?.filter(({ id }) => !gone.has(id))
  const unread = start?.unreadNotifications ?? 0
  const { open, doing, go, close } = list
  // one that was unread leaves the list of those while it is read
  const opened = useRef<Notice | null>(null)
  opened.current = rows?.find(({ id }) => id === open) ?? (opened.current?.id === open ? opened.current : null)
  const show = (one: Notice) => {
    notices.read(one)
    go({ open: one.id === open ? undefined : one.id })
  }
  const drop = ({ id }: Notice) => {
    if (id === open) go({ open: undefined })
    remove(id)
  }
  const maySend = can('notifications.send') === true
  const isWriting = useOpened(doing === 'new', maySend)
  return (
    <ListPage<Notice>
      list={{ ...list, rows }}
      title={t('nav.notifications')}
      searchHint={t('notifications.search')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ title }) => title}
      isOff={({ isRead }) => isRead}
      main={maySend ? { label: t('new.notification'), run: () => go({ do: 'new' }) } : undefined}
      none={{ title: t('notifications.none'), hint: t('notifications.noneHint') }}
      tools={
        <>
          <span className="dim not-small" aria-live="polite">
            {t('notifications.unread', { count: unread })}
          </span>
          <Button variant="default" className="tool" disabled={unread === 0} onClick={notices.readAll}>
            {t('bell.readAll')}
          </Button>
          <Button
            variant="default"
            className="tool"
            leftSection={<Icon name="settings" size={15} />}
            renderRoot={(props) => <Link to="/me/preferences" {...props} />}
          >
            <span className="sr-small">{t('notifications.preferences')}</span>
          </Button>
        </>
      }
      onOpen={(id) => {
        const one = rows?.find((row) => row.id === id)
        if (one) show(one)
      }}
      onKey={(key, one) => key === 'Delete' && drop(one)}
      menuOf={(one) => (
        <NoticeMenu
          one={one}
          onTurn={() => (one.isRead ? notices.unread(one) : notices.read(one))}
          onFollow={() => notices.follow(one)}
          onDelete={() => drop(one)}
        />
      )}
      panel={
        open &&
        opened.current && (
          <NoticePanel
            notice={opened.current}
            onFollow={() => opened.current && notices.follow(opened.current)}
            onUnread={() => {
              if (opened.current) notices.unread({ ...opened.current, isRead: true })
              close()
            }}
            onDelete={() => opened.current && drop(opened.current)}
            onClose={close}
          />
        )
      }
    >
      {/* from what was sent the way back leads to no form of it */}
      {isWriting && <NoticeForm onClose={(isSent) => go({ do: undefined }, isSent)} />}
    </ListPage>
  )
}

function NoticeMenu({ one, onTurn, onFollow, onDelete }: { one: Notice; onTurn(): void; onFollow(): void; onDelete(): void }) {
  const { t } = useI18n()
  return (
    <RecordMenu name={one.title} width={200}>
      {leads(one) && <Act icon="openPage" label={t('notifications.follow')} onClick={onFollow} />}
      <Act
        icon={one.isRead ? 'mail' : 'check'}
        label={t(one.isRead ? 'notifications.unreadAgain' : 'notifications.read')}
        onClick={onTurn}
      />
      <Act icon="bin" label={t('act.delete')} isDanger onClick={onDelete} />
    </RecordMenu>
  )
}
