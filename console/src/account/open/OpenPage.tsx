import { useComputedColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { NetworkBar } from '../../ui/NetworkBar.tsx'
import { Note } from '../../ui/Note.tsx'
import { extrasIn } from '../../ui/shown/branding-json.ts'
import { useColour } from '../../ui/shown/use-colour.ts'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { Terms } from '../../ui/sign-in/Terms.tsx'
import { usePlace } from '../place.ts'
import { initialOf, nameOf, type Start, useFavicon, useWorkspace, type Workspace } from '../workspace.ts'
import { WorkspaceForm } from './WorkspaceForm.tsx'

/** What the page of a workspace is called: the tenant's own words, on the page that begins. */
export interface Heading {
  readonly title: string
  readonly sub?: string | undefined
}

interface Props {
  /** @param name of the workspace, as people know it; null where none is known */
  heading(name: string | null): Heading
  /** Whether the tenant's words stand above it in place of that. */
  readonly hasOwnWords?: boolean
  /** Whether nothing can be done here before it is known which workspace is meant. */
  readonly needsWorkspace?: boolean
  readonly isWide?: boolean
  children(workspace: Workspace | null, start: Start | undefined): ReactNode
}

/** Every page before sign-in: it wears what the tenant chose, says that there is no such workspace, or that it is closed. */
export function OpenPage({ heading, hasOwnWords, needsWorkspace, isWide = false, children }: Props) {
  const { t, language } = useI18n()
  const theme = useComputedColorScheme('light')
  const place = usePlace()
  const { start, isPending, error, again } = useWorkspace(place)
  const workspace = start?.workspace ?? null
  const extras = extrasIn(workspace?.loginBrandingJson, language)
  useColour((theme === 'dark' && extras.darkColor) || workspace?.primaryColor)
  useFavicon(workspace?.faviconUrl)
  // fields that the answer may take away again are none to type into
  const isUnknown = needsWorkspace && !start
  if (isPending || (isUnknown && error === null)) return <div className="login" aria-busy="true" />
  const name = workspace && nameOf(workspace)
  const service = name ?? start?.serviceName
  const common = { service, logo: workspace?.logoUrl, initial: initialOf(name ?? service ?? '') }
  const { title, sub } = heading(name)
  if (isUnknown)
    return (
      <>
        <NetworkBar />
        <Frame {...common} title={title}>
          <Failed error={error} onRetry={again} />
        </Frame>
      </>
    )
  if (start && !workspace && (place.w !== undefined || needsWorkspace))
    return (
      <Frame {...common} title={title}>
        <Note tone="amber">{t(place.w === undefined ? 'account.which' : 'account.unknown')}</Note>
        <WorkspaceForm page={place.path} />
      </Frame>
    )
  if (workspace?.isSignInAvailable === false)
    return (
      <Frame {...common} title={workspace.name}>
        <Note tone="amber">{t('account.suspended')}</Note>
      </Frame>
    )
  const headline = hasOwnWords ? (extras.headline ?? workspace?.loginHeadline) : null
  const subtitle = hasOwnWords ? (extras.subtitle ?? workspace?.loginSubtitle) : null
  return (
    <>
      <NetworkBar />
      <Frame {...common} title={headline || title} sub={subtitle || sub} isWide={isWide}>
        {!start && <Note tone="amber">{t('account.away')}</Note>}
        {children(workspace, start)}
        <Terms terms={workspace?.termsOfServiceUrl} privacy={workspace?.privacyPolicyUrl} />
      </Frame>
    </>
  )
}
