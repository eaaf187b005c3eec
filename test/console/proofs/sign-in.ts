import type { signIn as table } from '../../../console/src/sitemap/sign-in.ts'
import type { Proofs } from './proof.ts'

export const signIn: Proofs<Omit<typeof table, '/duty' | '/setup'>> = {
  '/login': { address: '/login', ready: 'input[name=identifier]' },
  '/callback/$provider': { address: '/callback/google', ready: 'main a' },
  '/forgot': { address: '/forgot', ready: 'input[inputmode=email]' },
  '/reset': { address: '/reset#token=abc', ready: 'main button' },
}
