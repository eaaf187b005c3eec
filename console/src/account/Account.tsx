import { lazy, Suspense, useEffect } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { habits } from '../i18n/kept-habits.ts'
import { needRest } from '../i18n/texts.ts'
import { Frame } from '../ui/sign-in/Frame.tsx'
import { loaders } from './loaders.ts'
import { type PagePath, pages } from './pages.ts'
import { usePlace } from './place.ts'
import { To } from './To.tsx'

const parts = Object.fromEntries(Object.entries(loaders).map(([path, load]) => [path, lazy(load)])) as unknown as Readonly<
  Record<PagePath, ReturnType<typeof lazy>>
>
/** What is around the pages of who has signed in comes with the first of them, and so do its texts. */
const SignedIn = lazy(async () => {
  const [around] = await Promise.all([import('./own/SignedIn.tsx'), needRest(habits().language)])
  return around
})
const waiting = <div className="login" aria-busy="true" />

/** All pages for end users. */
export function Account() {
  const { page, path, round } = usePlace()
  useHeadingFocus(path)
  if (page === null) return <NotFound />
  const Part = parts[page]
  const isOwn = pages[page].access === 'own'
  return <Suspense fallback={waiting}>{isOwn ? <SignedIn page={page}>{<Part />}</SignedIn> : <Part key={`${path} ${round}`} />}</Suspense>
}

/** After each change of the page the focus is at its heading, as it would be on a page that was loaded, unless a field of it has it. */
function useHeadingFocus(path: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change
  useEffect(() => {
    const at = document.activeElement
    if (at === document.body || at === null) document.querySelector<HTMLElement>('h1')?.focus()
  }, [path])
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
