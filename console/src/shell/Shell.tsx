import { ActionIcon, Modal } from '@mantine/core'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { acting } from '../api/acting.ts'
import { useSession } from '../api/client.ts'
import { useStart } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { Icon } from '../ui/Icon.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { ActingBar, ActingEnded } from './ActingBar.tsx'
import { Nav } from './Nav.tsx'
import { NetworkBar } from './NetworkBar.tsx'
import { Unavailable } from './Pages.tsx'
import { SignInAgain } from './SignInAgain.tsx'
import { useScreenKeys } from './screen-keys.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import { useFollowedPreferences } from './use-preferences.ts'

const KeysDialog = lazy(() => import('./KeysDialog.tsx'))

function Brand() {
  const { t } = useI18n()
  return (
    <div className="brand">
      <span className="mark" aria-hidden="true" data-initials="T" />
      <span className="tenant-name">
        <b>{t('app.name')}</b>
        <small>{t('shell.console')}</small>
      </span>
    </div>
  )
}

/** Everything around a screen. A session that ends is begun again in place; whoever signed out goes to the sign-in page. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const { t, language } = useI18n()
  const start = useStart()
  const session = useSession()
  const navigate = useNavigate()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isKeysOpen, setKeysOpen] = useState(false)
  useFollowedPreferences()
  useHeadingFocus()
  useScreenKeys(start.can, () => setKeysOpen(true))
  const hasLeft = session.status === 'signed-out' && session.reason === 'signed_out' && acting() === null
  useEffect(() => {
    if (hasLeft) void navigate({ to: '/login' })
  }, [hasLeft, navigate])
  useEffect(() => {
    if (start.duty !== null) void navigate({ to: '/duty' })
  }, [start.duty, navigate])
  if (start.error && !start.me && start.duty === null) return <Unavailable error={start.error} onRetry={start.retry} />
  return (
    <div className="shell" data-acting={acting() !== null || undefined}>
      <ActingBar />
      <a href="#main" className="skip">
        {t('app.skip')}
      </a>
      <aside className="side">
        <Brand />
        <Nav can={start.can} />
      </aside>
      <Modal
        opened={isMenuOpen}
        onClose={() => setMenuOpen(false)}
        withCloseButton={false}
        padding={0}
        classNames={{ inner: 'drawer-inner', content: 'drawer' }}
        transitionProps={{ transition: language === 'ar' ? 'slide-left' : 'slide-right', duration: 160 }}
        title={<span className="sr">{t('nav.label')}</span>}
      >
        <div className="side in-drawer">
          <Brand />
          <Nav can={start.can} onGo={() => setMenuOpen(false)} />
        </div>
      </Modal>
      <div className="rest">
        <NetworkBar />
        <header className="bar">
          <ActionIcon className="only-small" aria-label={t('shell.menu')} onClick={() => setMenuOpen(true)}>
            <Icon name="menu" size={18} />
          </ActionIcon>
          <span className="only-small bar-name">{t('app.name')}</span>
          {start.me && (
            <span className="bar-place not-small">
              <bdi>{start.me.tenantName ?? t('admins.platform')}</bdi>
            </span>
          )}
          <span className="grow" />
          <AccountMenu me={start.me} onKeys={() => setKeysOpen(true)} />
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Suspense>{isKeysOpen && <KeysDialog can={start.can} onClose={() => setKeysOpen(false)} />}</Suspense>
      {session.status === 'signed-out' && !hasLeft && (acting() ? <ActingEnded /> : <SignInAgain />)}
    </div>
  )
}
