import { type MantineColorScheme, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { habitsOf } from '../../i18n/habits.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { changeHabits } from '../../i18n/kept-habits.ts'
import { Failed } from '../../ui/Failed.tsx'
import { NetworkBar } from '../../ui/NetworkBar.tsx'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { useTitle } from '../../ui/title.ts'
import { extrasIn } from '../branding-json.ts'
import { type PagePath, type PlainPath, pages } from '../pages.ts'
import { To } from '../To.tsx'
import { initialOf, nameOf, useColour, useFavicon, useWorkspace, type Workspace } from '../workspace.ts'
import { type Own, OwnContext, preferencesQuery, profileQuery } from './own.ts'
import { SignOut } from './SignOut.tsx'

const tabs: readonly PlainPath[] = ['/', '/password', '/two-factor', '/sessions', '/linked', '/notifications', '/preferences']

interface Props {
  readonly page: PagePath
  readonly children: ReactNode
}

/** The account of who has signed in, whoever that is by now, in the look of their workspace. */
export function OwnFrame({ page, children }: Props) {
  const { t } = useI18n()
  const query = useQuery(profileQuery)
  useFollowedPreferences()
  if (query.data)
    return (
      <Whole me={query.data} page={page}>
        {children}
      </Whole>
    )
  if (!query.error) return <div className="login" aria-busy="true" />
  return (
    <Frame title={t('own.title')}>
      <Failed error={query.error} onRetry={() => void query.refetch()} />
      <SignOut className="quiet-link" />
    </Frame>
  )
}

function Whole({ me, page, children }: Props & { readonly me: Own }) {
  const { t, language } = useI18n()
  const theme = useComputedColorScheme('light')
  const { start, isPending } = useWorkspace({ w: me.tenantCode })
  const workspace = start?.workspace
  const { darkColor } = extrasIn(workspace?.loginBrandingJson, language)
  useColour((theme === 'dark' && darkColor) || workspace?.primaryColor)
  useFavicon(workspace?.faviconUrl)
  const name = workspace ? nameOf(workspace) : (start?.serviceName ?? '')
  const title = t(pages[page].title)
  useTitle(title, name || undefined)
  if (isPending) return <div className="login" aria-busy="true" />
  return (
    <OwnContext value={{ me, workspace }}>
      <div className="own">
        <a className="skip" href="#main">
          {t('app.skip')}
        </a>
        <NetworkBar />
        <header className="own-head">
          <Brand name={name} workspace={workspace} />
          <LanguageButton />
          <SignOut className="quiet-link" />
        </header>
        <Tabs current={page === '/phone' ? '/' : page} />
        <main id="main" tabIndex={-1} className="own-body" key={page}>
          <h1 tabIndex={-1}>{title}</h1>
          {children}
        </main>
      </div>
    </OwnContext>
  )
}

/** On a narrow page not all of them are to be seen, but the current one is. */
function Tabs({ current }: { current: PagePath }) {
  const { t } = useI18n()
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [current])
  return (
    <nav className="own-tabs" aria-label={t('own.title')} ref={nav}>
      {tabs.map((one) => (
        <To key={one} page={one} isCurrent={one === current}>
          {t(pages[one].title)}
        </To>
      ))}
    </nav>
  )
}

function Brand({ name, workspace }: { name: string; workspace: Workspace | null | undefined }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span className="own-brand">
      {workspace?.logoUrl && !isBroken ? (
        <img className="login-logo" src={workspace.logoUrl} alt="" onError={() => setBroken(true)} />
      ) : (
        <span className="mark" aria-hidden="true" data-initials={initialOf(name)} />
      )}
      <b className="cut" dir="auto">
        {name}
      </b>
    </span>
  )
}

function LanguageButton() {
  const { language, choose } = useI18n()
  const other = language === 'ar' ? 'en' : 'ar'
  return (
    <button type="button" className="quiet-link" lang={other} onClick={() => choose(other)}>
      {other === 'en' ? 'English' : 'العربية'}
    </button>
  )
}

const schemes: Readonly<Record<'light' | 'dark' | 'system', MantineColorScheme>> = { light: 'light', dark: 'dark', system: 'auto' }

/** Has the page look as the account likes it. */
function useFollowedPreferences(): void {
  const { setColorScheme } = useMantineColorScheme()
  const { data: preferences } = useQuery(preferencesQuery)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is new is taken up
  useEffect(() => {
    if (!preferences) return
    changeHabits(habitsOf(preferences))
    if (preferences.theme) setColorScheme(schemes[preferences.theme])
  }, [preferences])
}
