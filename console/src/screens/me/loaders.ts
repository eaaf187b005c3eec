import type { me as table } from '../../sitemap/me.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const me: Loaders<typeof table> = {
  '/me/profile': () => import('./Profile.tsx'),
  '/me/password': () => import('./Password.tsx'),
  '/me/two-factor': () => import('./TwoFactor.tsx'),
  '/me/sessions': () => import('./Sessions.tsx'),
  '/me/linked': () => import('./Linked.tsx'),
  '/me/log': () => import('./Log.tsx'),
  '/me/preferences': () => import('./Preferences.tsx'),
  '/act-as/$id': () => import('./ActAs.tsx'),
}
