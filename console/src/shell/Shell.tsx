import { Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { acting } from '../api/acting.ts'
import { useSession } from '../api/client.ts'
import { useStart } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { Asking } from '../ui/asking/Asking.tsx'
import { later, laterWithTexts } from '../ui/later.tsx'
import { NetworkBar } from '../ui/NetworkBar.tsx'
import { useColour } from '../ui/shown/use-colour.ts'
import { useKeptFocus } from '../ui/shown/use-kept-focus.ts'
import { ActingBar } from './acting/ActingBar.tsx'
import { Bar } from './Bar.tsx'
import { Brand } from './Brand.tsx'
import { Nav } from './Nav.tsx'
import { Unavailable } from './Pages.tsx'
import { useScreenKeys } from './screen-keys.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import { useLive } from './use-live.ts'
import { useFollowedPreferences } from './use-preferences.ts'
import { WithinStrip } from './WithinStrip.tsx'

const Palette = later(async () => (await import('./Palette.tsx')).default)
const KeysDialog = laterWithTexts(async () => (await import('./KeysDialog.tsx')).default)
const Drawer = later(async () => (await import('./Drawer.tsx')).Drawer)
const SignInAgain = later(async () => (await import('./SignInAgain.tsx')).SignInAgain)
const ActingEnded = laterWithTexts(async () => (await import('./acting/ActingEnded.tsx')).ActingEnded)

/** Everything around a screen. A session that ends is begun again in place; whoever signed out goes to the sign-in page. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const { t } = useI18n()
  const start = useStart()
  const session = useSession()
  const navigate = useNavigate()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isKeysOpen, setKeysOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useFollowedPreferences()
  useColour(start.start?.tenant?.branding.primaryColor)
  useLive()
  useHeadingFocus()
  useKeptFocus()
  useScreenKeys(start.can, () => setKeysOpen(true))
  const hasLeft = session.status === 'signed-out' && session.reason === 'signed_out' && acting() === null
  const isBlank = Boolean(start.error) && !start.me && start.duty === null
  // a session that ended before anything was there leaves nothing to stay in front of
  const isLost = isBlank && session.status === 'signed-out' && acting() === null
  useEffect(() => {
    // in another tab, too, where nobody was asked about what is half typed here: it is no longer theirs to see
    if (hasLeft) void navigate({ to: '/login', ignoreBlocker: true })
  }, [hasLeft, navigate])
  const router = useRouter()
  const detour = start.duty !== null ? '/duty' : isLost && !hasLeft ? '/login' : null
  useEffect(() => {
    const { pathname, searchStr } = router.state.location
    const search = pathname === '/' ? {} : { returnTo: pathname + searchStr }
    if (detour !== null) void navigate({ to: detour, search: search as never })
  }, [detour, router, navigate])
  if (isLost) return null
  if (isBlank)
    return acting() && session.status === 'signed-out' ? <ActingEnded /> : <Unavailable error={start.error} onRetry={start.retry} />
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
      {isMenuOpen && (
        <Drawer onClose={() => setMenuOpen(false)}>
          <Brand />
          <Nav can={start.can} onGo={() => setMenuOpen(false)} />
        </Drawer>
      )}
      <div className="rest">
        <NetworkBar />
        <Bar onMenu={() => setMenuOpen(true)} onPalette={() => setPaletteOpen(true)} onKeys={() => setKeysOpen(true)} />
        <WithinStrip />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Asking />
      {isPaletteOpen && <Palette start={start} onClose={() => setPaletteOpen(false)} onKeys={() => setKeysOpen(true)} />}
      {isKeysOpen && <KeysDialog can={start.can} onClose={() => setKeysOpen(false)} />}
      {session.status === 'signed-out' && !hasLeft && (acting() ? <ActingEnded /> : <SignInAgain />)}
    </div>
  )
}
