import type { signIn as table } from '../../sitemap/sign-in.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const signIn: Loaders<typeof table> = {
  '/login': () => import('./SignIn.tsx'),
  '/callback/$provider': () => import('./Callback.tsx'),
  '/forgot': () => import('./Forgot.tsx'),
  '/reset': () => import('./Reset.tsx'),
  '/duty': () => import('./Duty.tsx'),
  '/setup': () => import('./Setup.tsx'),
}
