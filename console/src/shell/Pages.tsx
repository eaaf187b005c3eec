/** Pages for what is not there, not allowed, or not to be had now. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { Start } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { useTold } from '../ui/fault.ts'
import { Icon } from '../ui/Icon.tsx'
import type { IconName } from '../ui/icons.ts'
import { Fault } from '../ui/Note.tsx'
import { useTitle } from '../ui/title.tsx'

function Message({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  useTitle(title)
  return (
    <div className="nothing">
      <Icon name={icon} size={24} />
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  )
}

function Home() {
  const { t } = useI18n()
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
      {t('fault.home')}
    </Button>
  )
}

export function NotFound() {
  const { t } = useI18n()
  return (
    <main className="alone">
      <Message icon="empty" title={t('fault.notFound')}>
        <p>{t('fault.notFoundHint')}</p>
        <Home />
      </Message>
    </main>
  )
}

/** An address that is none, for who has signed in: the menu is beside it. */
export function NothingHere() {
  const { t } = useI18n()
  return (
    <Message icon="empty" title={t('fault.notFound')}>
      <p>{t('fault.notFoundHint')}</p>
      <Home />
    </Message>
  )
}

/** @param permission what the page needs */
export function Forbidden({ permission }: { permission: string }) {
  const { t } = useI18n()
  return (
    <Message icon="blocked" title={t('fault.forbidden')}>
      <p>{t('fault.forbiddenHint', { permission })}</p>
    </Message>
  )
}

/** Nothing can be shown yet: the way to the service is cut, or it wants to be left alone for a while. Nobody is signed out by that. */
export function Unavailable({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useI18n()
  const { told, wait } = useTold(error)
  const [isWaiting, setWaiting] = useState(wait > 0)
  useEffect(() => {
    if (wait > 0) return setWaiting(true)
    // as soon as the service takes requests again
    if (isWaiting) onRetry()
  }, [wait, isWaiting, onRetry])
  return (
    <main className="alone">
      <Message icon="wifiOff" title={t('fault.unexpected')}>
        <Fault told={told} wait={wait} />
        <Button variant="default" disabled={wait > 0} onClick={onRetry}>
          {t('list.retry')}
        </Button>
      </Message>
    </main>
  )
}

/** A screen for those who hold what it needs. */
export function Guarded({ can, permission, children }: { can: Start['can']; permission: string; children: ReactNode }) {
  const isAllowed = can(permission)
  if (isAllowed === undefined) return null
  return isAllowed ? children : <Forbidden permission={permission} />
}
