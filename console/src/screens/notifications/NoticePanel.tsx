import { Button } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { leads } from '../../shell/notices.ts'
import { At, Fact, Facts } from '../../ui/Facts.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Mark } from '../../ui/shown/Mark.tsx'
import { type Notice, severityLooks, titleOf } from './notice.ts'

interface Props {
  readonly notice: Notice
  onFollow(): void
  onUnread(): void
  onDelete(): void
  onClose(): void
}

/** The whole of one notification, and the way to what it is about. */
export function NoticePanel({ notice, onFollow, onUnread, onDelete, onClose }: Props) {
  const { t } = useI18n()
  const { id, title, body, severity, type, createdAt, readAt, actor, link } = notice
  const known = titleOf(type)
  return (
    <SidePanel
      id={id}
      title={title}
      acts={
        <>
          <Mark look={severityLooks[severity]}>{t(`notifications.severity.${severity}`)}</Mark>
          <span className="grow" />
          {leads(notice) && (
            <Button size="xs" onClick={onFollow}>
              {t('notifications.follow')}
            </Button>
          )}
          {notice.isRead && (
            <Button variant="default" size="xs" onClick={onUnread}>
              {t('notifications.unreadAgain')}
            </Button>
          )}
          <Button variant="default" size="xs" onClick={onDelete}>
            {t('act.delete')}
          </Button>
        </>
      }
      onRetry={() => {}}
      onClose={onClose}
    >
      <p className="notice-body" dir="auto">
        {body}
      </p>
      <Facts>
        <Fact label={t('notifications.type')}>{known ? t(known) : <code dir="ltr">{type}</code>}</Fact>
        <Fact label={t('notifications.came')}>
          <At at={createdAt} />
        </Fact>
        {readAt && (
          <Fact label={t('notifications.readAt')}>
            <At at={readAt} />
          </Fact>
        )}
        {actor?.name && (
          <Fact label={t('notifications.by')}>
            <bdi>{actor.name}</bdi>
          </Fact>
        )}
        {link && (
          <Fact label={t('notifications.link')}>
            <span className="cut" dir="ltr">
              {link}
            </span>
          </Fact>
        )}
      </Facts>
    </SidePanel>
  )
}
