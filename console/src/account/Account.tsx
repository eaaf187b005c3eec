import { type ComponentType, useEffect } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { habits } from '../i18n/kept-habits.ts'
import { needRest } from '../i18n/texts.ts'
import { Failed } from '../ui/Failed.tsx'
import { whenLoaded } from '../ui/shown/when-loaded.tsx'
import { Frame } from '../ui/sign-in/Frame.tsx'
import { loaders } from './loaders.ts'
import { type PagePath, pages } from './pages.ts'
import { usePlace } from './place.ts'
import { To } from './To.tsx'

const waiting = <div className="login" aria-busy="true" />
const meanwhile = { waiting, failed: (error: unknown) => <NotLoaded error={error} /> }
const meanwhileInside = { waiting, failed: (error: unknown) => <Failed error={error} onRetry={reload} /> }
const parts = Object.fromEntries(
  (Object.keys(loaders) as PagePath[]).map((path) => [
    path,
    whenLoaded(loaders[path], pages[path].access === 'own' ? meanwhileInside : meanwhile),
  ]),
) as Readonly<Record<PagePath, ComponentType>>
/** What is around the pages of who has signed in comes with the first of them, and so do its texts. */
const SignedIn = whenLoaded(async () => {
  const [around] = await Promise.all([import('./own/SignedIn.tsx'), needRest(habits().language)])
  return around
}, meanwhile)

/** All pages for end users. */
export function Account() {
  const { page, path, round } = usePlace()
  useHeadingFocus(path)
  // beside what is around it
  useEffect(() => void (page && loaders[page]().catch(() => undefined)), [page])
  if (page === null) return <NotFound />
  const Part = parts[page]
  const isOwn = pages[page].access === 'own'
  return isOwn ? (
    <SignedIn page={page}>
      <Part />
    </SignedIn>
  ) : (
    <Part key={`${path} ${round}`} />
  )
}

/** After each change of the page the focus is at its heading, as it would be on a page that was loaded, unless a field of it has it. */
function useHeadingFocus(path: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change
  useEffect(() => {
    const at = document.activeElement
    if (at === document.body || at === null) document.querySelector<HTMLElement>('h1')?.focus()
  }, [path])
}

/** The service, or the way there, is away: a part of a page that did not come is asked for anew with the whole page. */
const reload = () => location.reload()

function NotLoaded({ error }: { error: unknown }) {
  const { t } = useI18n()
  return (
    <Frame title={t('shell.account')}>
      <Failed error={error} onRetry={reload} />
    </Frame>
  )
}

function NotFound() {
  const { t } = useI18n()
  return (
    <Frame title={t('fault.notFound')} sub={t('fault.notFoundHint')}>
      <To page="/" className="quiet-link">
        {t('fault.home')}
      </To>
    </Frame>
  )
}
