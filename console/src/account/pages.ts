/** The pages for end users, below `/account`: address, whom it is for, and what it is called. */
import type { Key } from '../i18n/en.ts'

interface Page {
  /** `open` to everybody, `own` to who has signed in. */
  readonly access: 'open' | 'own'
  readonly title: Key
}

export const pages = {
  '/sign-in': { access: 'open', title: 'signIn.title' },
  '/register': { access: 'open', title: 'account.register' },
  '/verify': { access: 'open', title: 'account.verify' },
  '/forgot': { access: 'open', title: 'reset.title' },
  '/reset': { access: 'open', title: 'reset.title' },
  '/callback/$provider': { access: 'open', title: 'signIn.title' },
  '/': { access: 'own', title: 'me.profile' },
  '/password': { access: 'own', title: 'me.password' },
  '/two-factor': { access: 'own', title: 'me.two-factor' },
  '/sessions': { access: 'own', title: 'me.sessions' },
  '/linked': { access: 'own', title: 'me.linked' },
  '/notifications': { access: 'own', title: 'bell.label' },
  '/preferences': { access: 'own', title: 'me.preferences' },
  '/phone': { access: 'own', title: 'own.phoneTitle' },
} as const satisfies Readonly<Record<string, Page>>

export type PagePath = keyof typeof pages
/** An address that a link can lead to without more. */
export type PlainPath = Exclude<PagePath, `${string}$${string}`>

/** The page at an address below `/account`; null where there is none. */
export function pageAt(path: string): PagePath | null {
  if (path in pages && !path.includes('$')) return path as PagePath
  return /^\/callback\/[^/]+$/.test(path) ? '/callback/$provider' : null
}
