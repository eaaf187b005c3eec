import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { NetworkBar } from '../../ui/NetworkBar.tsx'
import { useLook } from '../../ui/own/look.ts'
import { extrasIn } from '../../ui/shown/branding-json.ts'
import { useCurrentInSight } from '../../ui/shown/current-in-sight.ts'
import { useColour } from '../../ui/shown/use-colour.ts'
import { useKeptFocus } from '../../ui/shown/use-kept-focus.ts'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { LanguageButton } from '../../ui/sign-in/LanguageButton.tsx'
import { useTitle } from '../../ui/title.tsx'
import { type PagePath, type PlainPath, pages } from '../pages.ts'
import { profileQuery } from '../session.ts'
import { To } from '../To.tsx'
import { initialOf, nameOf, useFavicon, useWorkspace, type Workspace } from '../workspace.ts'
import { useKeptLanguage } from './keep-preferences.ts'
import { SignOut } from './SignOut.tsx'
import { AccountContext, type OwnProfile, preferencesQuery } from './shown-account.ts'
import { useLive } from './use-live.ts'

const tabs: readonly PlainPath[] = ['/', '/password', '/two-factor', '/sessions', '/linked', '/notifications', '/preferences']

interface Props {
  readonly page: PagePath
  readonly children: ReactNode
}

/** The account of who has signed in, whoever that is by now, in the look of their workspace. */
export function AccountFrame({ page, children }: Props) {
  const { t } = useI18n()
  const query = useQuery(profileQuery)
  useLook(useQuery(preferencesQuery).data, false)
  if (query.data)
    return (
      <Whole me={query.data} page={page}>
        {children}
      </Whole>
    )
  if (!query.error) return <div className="login" aria-busy="true" />
  return (
    <Frame title={t('shell.account')}>
      <Failed error={query.error} onRetry={() => void query.refetch()} />
      <SignOut className="quiet-link" />
    </Frame>
  )
}

function Whole({ me, page, children }: Props & { readonly me: OwnProfile }) {
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
  const keepLanguage = useKeptLanguage(me.id)
  useLive(me)
  useKeptFocus()
  if (isPending) return <div className="login" aria-busy="true" />
  return (
    <AccountContext value={{ me, workspace, providers: start?.providers }}>
      <div className="own">
        <a className="skip" href="#main">
          {t('app.skip')}
        </a>
        <NetworkBar />
        <header className="own-head">
          <Brand name={name} workspace={workspace} />
          <LanguageButton className="quiet-link" onChoose={keepLanguage} />
          <SignOut className="quiet-link" />
        </header>
        <Tabs current={page === '/phone' ? '/' : page} />
        <main id="main" tabIndex={-1} className="own-body" key={page}>
          <h1 tabIndex={-1}>{title}</h1>
          {children}
        </main>
      </div>
    </AccountContext>
  )
}

function Tabs({ current }: { current: PagePath }) {
  const { t } = useI18n()
  const nav = useCurrentInSight<HTMLElement>(current)
  return (
    <nav className="tabs own-tabs" aria-label={t('shell.account')} ref={nav}>
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
