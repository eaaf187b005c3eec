/** The table of screens: address, what is loaded, and what it needs. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { client } from './api/client.ts'
import { consolePath } from './api/return-to.ts'
import type { ScreenPath } from './screens.ts'
import { Home } from './shell/Home.tsx'
import { NotFound } from './shell/Pages.tsx'
import { Shell } from './shell/Shell.tsx'

const root = createRootRoute({ notFoundComponent: NotFound })

const loaders = {
  '/login': () => import('./screens/sign-in/SignIn.tsx'),
  '/forgot': () => import('./screens/sign-in/Forgot.tsx'),
  '/reset': () => import('./screens/sign-in/Reset.tsx'),
  '/duty': () => import('./screens/sign-in/Duty.tsx'),
  '/admins': () => import('./screens/admins/Admins.tsx'),
} satisfies Record<ScreenPath, () => Promise<{ default: ComponentType }>>

/** Asks who is signed in, once; whoever is not goes to the sign-in page and comes back from there. */
async function requireSession({ location }: { location: { pathname: string; searchStr: string } }): Promise<void> {
  if (client.session.status === 'signed-in') return
  const session = await client.restore()
  const returnTo = location.pathname + location.searchStr
  if (session.status !== 'signed-in') throw redirect({ to: '/login', search: (returnTo === '/' ? {} : { returnTo }) as never })
}

const inside = createRoute({ getParentRoute: () => root, id: 'inside', beforeLoad: requireSession, component: Shell })
const inShell = <P extends ScreenPath>(path: P) =>
  createRoute({ getParentRoute: () => inside, path, component: lazyRouteComponent(loaders[path]) })
const alone = <P extends ScreenPath>(path: P) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(loaders[path]) })
const duty = createRoute({
  getParentRoute: () => root,
  path: '/duty',
  beforeLoad: requireSession,
  component: lazyRouteComponent(loaders['/duty']),
})
const home = createRoute({ getParentRoute: () => inside, path: '/', component: Home })

/** Values stand in the address as they are, `?search=0123`, not as JSON. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))
function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`
}

export const router = createRouter({
  routeTree: root.addChildren([alone('/login'), alone('/forgot'), alone('/reset'), duty, inside.addChildren([home, inShell('/admins')])]),
  basepath: consolePath,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
