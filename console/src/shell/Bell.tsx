import { ActionIcon, Popover } from '@mantine/core'
import { useState } from 'react'
import { useStart } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { Icon } from '../ui/Icon.tsx'
import { whenLoaded } from '../ui/shown/when-loaded.tsx'

const BellList = whenLoaded(() => import('./BellList.tsx'))
const most = 99

/** How many notifications are unread, and the newest of them. */
export function Bell() {
  const { t, number } = useI18n()
  const { start } = useStart()
  const [isOpen, setOpen] = useState(false)
  const unread = start?.unreadNotifications ?? 0
  const label = unread > 0 ? t('bell.unread', { count: unread }) : t('bell.label')
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={360} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon className="bell" aria-label={label} onClick={() => setOpen(!isOpen)}>
          <Icon name="bell" size={17} />
          {/* as an attribute: the label of some languages has a word where this has a digit */}
          {unread > 0 && <span aria-hidden="true" data-count={unread > most ? t('bell.most', { most: number(most) }) : number(unread)} />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('bell.label')} className="bell-box">
        {isOpen && <BellList unread={unread} onGo={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}
