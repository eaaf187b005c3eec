/** Where below `/account` this window is, and how it goes elsewhere. Small: the pages are few, and each is an address. */
import { useSyncExternalStore } from 'react'
import { type Brought, takeFragment } from './fragment.ts'
import { type PagePath, pageAt, pages } from './pages.ts'

export const accountPath = '/account'

/** What pages before sign-in hand on to each other: whose they are, and where they lead in the end. */
export interface Query {
  readonly w?: string | undefined
  readonly returnTo?: string | undefined
}

/** What a page says that was come to from another of these: kept in memory, so that no address can have it said. */
export type Word =
  | { readonly say: 'changed' | 'verified' }
  | { readonly say: 'sent' | 'verifyFirst'; readonly email: string; readonly wait: number | null }

export interface Place extends Query {
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

let current = placeIn(location, null, takeFragment())
const listeners = new Set<() => void>()
const become = (place: Place) => {
  current = place
  for (const told of listeners) told()
}
addEventListener('popstate', () => {
  const brought = takeFragment()
  if (brought) round += 1
  become(placeIn(location, null, brought))
})

function follow(told: () => void): () => void {
  listeners.add(told)
  return () => void listeners.delete(told)
}
const now = () => current

export const usePlace = (): Place => useSyncExternalStore(follow, now)

/** The address of a page, with what is handed on. */
export function addressOf(path: string, { w, returnTo }: Query = {}): string {
  const query = new URLSearchParams({ ...(w !== undefined && { w }), ...(returnTo !== undefined && { returnTo }) }).toString()
  return `${accountPath}${path === '/' ? '' : path}${query && `?${query}`}`
}

interface Way {
  /** Whether the way back leaves the page out that is left. */
  readonly isReplaced?: boolean
  readonly word?: Word
}

/** Goes to another page of these. */
export function go(address: string, { isReplaced = false, word }: Way = {}): void {
  if (isReplaced) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  scrollTo(0, 0)
  become(placeIn(location, word))
}

/**
 * Goes on from sign-in: to `address`, which the service has judged (`getSignInStart`), else to the account itself. What is no page of the
 * web is not followed, whoever judged it.
 */
export function goOn(address: string | null): void {
  const url = address === null ? null : URL.parse(address, location.origin)
  const isPage = url !== null && /^https?:$/.test(url.protocol)
  const isHere = isPage && url.origin === location.origin && /^\/account(?:\/|$)/.test(url.pathname)
  if (isPage && !isHere) {
    location.replace(url.href)
    return
  }
  const page = isHere ? placeIn(url).page : null
  const isOwn = page !== null && pages[page].access === 'own'
  go(isHere && isOwn ? url.pathname + url.search : accountPath, { isReplaced: true })
}
