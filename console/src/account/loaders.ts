/** How each page is loaded: one that is in the table and not here does not compile. */
import type { ComponentType } from 'react'
import { habits } from '../i18n/kept-habits.ts'
import { needRest } from '../i18n/texts.ts'
import type { PagePath } from './pages.ts'

type Loader = () => Promise<{ readonly default: ComponentType }>

/** Those of the account say what the others do not, so their texts come with them. */
const own =
  (load: Loader): Loader =>
  async () => {
    const [page] = await Promise.all([load(), needRest(habits().language)])
    return page
  }

export const loaders: Readonly<Record<PagePath, Loader>> = {
  '/sign-in': () => import('./open/UserSignIn.tsx'),
  '/register': () => import('./open/Register.tsx'),
  '/verify': () => import('./open/Verify.tsx'),
  '/forgot': () => import('./open/Forgot.tsx'),
  '/reset': () => import('./open/Reset.tsx'),
  '/callback/$provider': () => import('./open/Callback.tsx'),
  '/': own(() => import('./own/Profile.tsx')),
  '/password': own(() => import('./own/Password.tsx')),
  '/two-factor': own(() => import('./own/TwoFactor.tsx')),
  '/sessions': own(() => import('./own/Sessions.tsx')),
  '/linked': own(() => import('./own/Linked.tsx')),
  '/notifications': own(() => import('./own/Notifications.tsx')),
  '/preferences': own(() => import('./own/Preferences.tsx')),
  '/phone': own(() => import('./own/Phone.tsx')),
}
