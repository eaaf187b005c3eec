/** Where below `/account` this window is, and how it goes elsewhere. Small: the pages are few, and each is an address. */
import { useSyncExternalStore } from 'react'
import { useIsGone } from '../ui/form/use-sending.ts'
import type { From } from '../ui/sign-in/redirect.ts'
import { untilLeft } from '../ui/sign-in/until-left.ts'
import { type Brought, takeFragment } from './fragment.ts'
import { type PagePath, pageAt, pages } from './pages.ts'

export const accountPath = '/account'

/** What pages before sign-in hand on to each other: whose they are, and where they lead in the end. */
export type { From }

/** What a page says that was come to from another of these: kept in memory, so that no address can have it said. */
export type Word =
  | { readonly say: 'changed' | 'verified' }
  /** `own`: of who is signed in, and goes back to their account. */
  | { readonly say: 'sent' | 'verifyFirst' | 'own'; readonly email: string; readonly wait: number | null }

export interface Place extends From {
  /** Below `/account`, with a slash before it. */
  readonly path: string
  /** Null for an address that is none. */
  readonly page: PagePath | null
  readonly word: Word | null
  /** What the link of a mail brought here. A part that is shown may be drawn twice, so that it is taken before. */
  readonly brought: Brought | null
  /** Another one where the link of a mail was opened on the page that it leads to: that page begins anew. */
  readonly round: number
}

let round = 0
const placeIn = (
  { pathname, search }: { pathname: string; search: string },
  word: Word | null = null,
  brought: Brought | null = null,
): Place => {
  const path = pathname.slice(accountPath.length).replace(/\/+$/, '') || '/'
  const query = new URLSearchParams(search)
  const [w, returnTo] = [query.get('w') || undefined, query.get('returnTo') || undefined]
  return { path, page: pageAt(path), w, returnTo, word, brought, round }
}

/** How far along its way this window is: what the browser has no number for was opened by an address, after all that was before. */
const stepIn = (state: unknown): number | null => (state as { step?: number } | null)?.step ?? null

let current = placeIn(location, null, takeFragment())
let step = stepIn(history.state) ?? 0
history.replaceState({ step }, '')
const listeners = new Set<() => void>()
const become = (place: Place) => {
  current = place
  for (const told of listeners) told()
}

/** Told how to go on, and whether that has to wait. */
type Guard = (goOn: () => void) => boolean
let guard: Guard | null = null
/** What the next step of the browser comes of: back to the page that holds it, or on from where that let go. */
let ownStep: 'held' | 'let go' | null = null

/** Has `hold` asked before somebody leaves the page. @returns what ends that */
export function guardPlace(hold: Guard): () => void {
  guard = hold
  return () => {
    if (guard === hold) guard = null
  }
}

addEventListener('popstate', () => {
  const of = ownStep
  ownStep = null
  if (of === 'held') return
  const by = (stepIn(history.state) ?? step + 1) - step
  // the browser is there already, and is sent back
  const isLeft = of !== 'let go' && placeIn(location).path !== current.path
  const goOn = () => {
    ownStep = 'let go'
    history.go(by)
  }
  if (isLeft && guard?.(goOn)) {
    ownStep = 'held'
    history.go(-by)
    return
  }
  const brought = takeFragment()
  if (brought) round += 1
  step += by
  history.replaceState({ step }, '')
  become(placeIn(location, null, brought))
})

function listen(told: () => void): () => void {
  listeners.add(told)
  return () => void listeners.delete(told)
}
const now = () => current

export const usePlace = (): Place => useSyncExternalStore(listen, now)

/** The address of a page, with what is handed on. */
export function addressOf(path: string, { w, returnTo }: From = {}): string {
  const query = new URLSearchParams({ ...(w !== undefined && { w }), ...(returnTo !== undefined && { returnTo }) }).toString()
  return `${accountPath}${path === '/' ? '' : path}${query && `?${query}`}`
}

interface Way {
  /** Whether the way back leaves the page out that is left. */
  readonly isReplaced?: boolean
  readonly word?: Word
}

/** Goes to another page of these, whatever is typed here. */
export function go(address: string, { isReplaced = false, word }: Way = {}): void {
  if (!isReplaced) step += 1
  if (isReplaced) history.replaceState({ step }, '', address)
  else history.pushState({ step }, '', address)
  scrollTo(0, 0)
  become(placeIn(location, word))
}

/** `go` for when an answer comes: whoever has left the part of the page that asked is not led away from where they are by then. */
export function useGo(): typeof go {
  const isGone = useIsGone()
  return (address, way) => {
    if (!isGone.current) go(address, way)
  }
}

/** Does what ends this page: what is half typed here asks first. */
export function leaveBy(goOn: () => void): void {
  if (!guard?.(goOn)) goOn()
}

/** Goes there for somebody who follows a link. The page that is shown stays as it is. */
export function follow(address: string, way?: Way): void {
  const isHere = placeIn(new URL(address, location.origin)).path === current.path
  if (isHere) go(address, way)
  else leaveBy(() => go(address, way))
}

/**
 * Goes on from sign-in: to `address`, which the service has judged (`getSignInStart`), else to the account itself. What is no page of the
 * web is not followed, whoever judged it.
 *
 * @returns whether that is another page, which did not come while it was waited for: nothing is open again meanwhile
 */
export async function goOn(address: string | null): Promise<boolean> {
  const url = address === null ? null : URL.parse(address, location.origin)
  const isPage = url !== null && /^https?:$/.test(url.protocol)
  const isHere = isPage && url.origin === location.origin && /^\/account(?:\/|$)/.test(url.pathname)
  if (isPage && !isHere) {
    location.replace(url.href)
    await untilLeft()
    return true
  }
  const page = isHere ? placeIn(url).page : null
  const isOwn = page !== null && pages[page].access === 'own'
  go(isHere && isOwn ? url.pathname + url.search : accountPath, { isReplaced: true })
  return false
}
