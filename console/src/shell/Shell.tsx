import { Modal } from '@mantine/core'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { acting } from '../api/acting.ts'
import { useSession } from '../api/client.ts'
import { useStart } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { ActingBar, ActingEnded } from './ActingBar.tsx'
import { Bar } from './Bar.tsx'
import { Brand } from './Brand.tsx'
import { Nav } from './Nav.tsx'
import { NetworkBar } from './NetworkBar.tsx'
import { Unavailable } from './Pages.tsx'
import { SignInAgain } from './SignInAgain.tsx'
import { useScreenKeys } from './screen-keys.ts'
import { useBranding } from './use-branding.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import { useLive } from './use-live.ts'
import { useFollowedPreferences } from './use-preferences.ts'
import { WithinStrip } from './WithinStrip.tsx'

const Palette = lazy(() => import('./Palette.tsx'))
const KeysDialog = lazy(() => import('./KeysDialog.tsx'))

/** Everything around a screen. A session that ends is begun again in place; whoever signed out goes to the sign-in page. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const { t, language } = useI18n()
  const start = useStart()
  const session = useSession()
  const navigate = useNavigate()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isKeysOpen, setKeysOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useFollowedPreferences()
  useBranding(start)
  useLive()
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
        <Bar onMenu={() => setMenuOpen(true)} onPalette={() => setPaletteOpen(true)} onKeys={() => setKeysOpen(true)} />
        <WithinStrip />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Suspense>
        {isPaletteOpen && <Palette can={start.can} onClose={() => setPaletteOpen(false)} onKeys={() => setKeysOpen(true)} />}
      </Suspense>
      <Suspense>{isKeysOpen && <KeysDialog can={start.can} onClose={() => setKeysOpen(false)} />}</Suspense>
      {session.status === 'signed-out' && !hasLeft && (acting() ? <ActingEnded /> : <SignInAgain />)}
    </div>
  )
}
