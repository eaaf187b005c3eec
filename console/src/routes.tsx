/** The table of screens: address, what is loaded, and what it needs. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { actedForBefore, acting } from './api/acting.ts'
import { client } from './api/client.ts'
import { consolePath } from './api/console-path.ts'
import { useStart } from './api/start.ts'
import { loaders } from './loaders.ts'
import { Home } from './shell/Home.tsx'
import { Guarded, NotFound, NothingHere, Unavailable } from './shell/Pages.tsx'
import { Shell } from './shell/Shell.tsx'
import { type ScreenPath, screenAt, screens } from './sitemap/screens.ts'

const root = createRootRoute({ notFoundComponent: NotFound })

/** Whether anybody is signed in could not be found out, or a screen could not be loaded: neither signs anybody out. */
function NotNow({ error }: { error: unknown }) {
  return <Unavailable error={error} onRetry={retry} />
}
const retry = () => void router.invalidate()

interface Asked {
  readonly location: { readonly pathname: string; readonly searchStr: string }
}

/** A tab that acted for somebody never goes on as whoever opened it, at any address of who has signed in: what is done there would be done by another. */
function askAsWhom({ location }: Asked): void {
  const acted = actedForBefore()
  if (acted !== null && !location.pathname.startsWith('/act-as/')) throw redirect({ to: '/act-as/$id', params: { id: acted } })
}

/** Asks who is signed in, once; whoever is not goes to the sign-in page and comes back from there. */
async function requireSession(asked: Asked): Promise<void> {
  const { location } = asked
  const returnTo = location.pathname + location.searchStr
  askAsWhom(asked)
  // where acting has ended meanwhile the shell says so, and asks as whom the tab goes on: it must never become its owner's, or nobody's, unseen
  if (acting() !== null || client.session.status === 'signed-in') return
  const session = await client.restore()
  if (session.status !== 'signed-in') throw redirect({ to: '/login', search: (returnTo === '/' ? {} : { returnTo }) as never })
}

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: requireSession,
  component: Shell,
  // the part of the tree that is looked at stays the same from screen to screen
  search: { middlewares: [retainSearchParams<{ within?: string }>(['within'])] },
})
/** A screen of a permission is for those who hold it; whoever does not is told which it is. */
function screenOf(path: ScreenPath): RouteComponent {
  const Loaded = lazyRouteComponent(loaders[path]) as unknown as RouteComponent
  const screen = screenAt(path)
  if (screen?.access !== 'permission') return Loaded
  const { permission } = screen
  const Screen = () => {
    const { can } = useStart()
    // whoever has no dashboard begins with the first screen that they do have
    if (path === '/' && can(permission) === false) return <Home />
    return (
      <Guarded can={can} permission={permission}>
        <Loaded />
      </Guarded>
    )
  }
  return Object.assign(Screen, { preload: async () => Loaded.preload?.() })
}
/** The addresses that links are checked against: were there one with a value in it among them, every link would have to give that value. */
type Plain = Exclude<ScreenPath, `${string}$${string}`>
const routeOf = (path: ScreenPath) => {
  const common = { path: path as Plain, component: screenOf(path) }
  const access = screenAt(path)?.access
  if (access === 'everybody') return createRoute({ ...common, getParentRoute: () => root })
  if (access === 'session') return createRoute({ ...common, getParentRoute: () => root, beforeLoad: requireSession })
  return createRoute({ ...common, getParentRoute: () => inside })
}
const all = (Object.keys(screens) as ScreenPath[]).map((path) => ({ path, route: routeOf(path) }))
const isInside = (path: ScreenPath) => ['admin', 'permission'].includes(screenAt(path)?.access ?? '')
const routesOf = (wanted: boolean) => all.filter(({ path }) => isInside(path) === wanted).map(({ route }) => route)
/** Any other address: inside of the shell for who has signed in. */
const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: async (asked) => {
    askAsWhom(asked)
    await client.restore()
  },
  component: () =>
    client.session.status === 'signed-in' ? (
      <Shell>
        <NothingHere />
      </Shell>
    ) : (
      <NotFound />
    ),
})

/** Values stand in the address as they are, `?search=0123`, not as JSON. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))
function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`
}

export const router = createRouter({
  routeTree: root.addChildren([elsewhere, ...routesOf(false), inside.addChildren(routesOf(true))]),
  basepath: consolePath,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // another record is another page: no form that was begun over one stays open over the next
  defaultRemountDeps: ({ params }) => (params as { readonly id?: string }).id,
  defaultErrorComponent: NotNow,
})

/** Whether what is shown is somebody's, and no screen for everybody. */
export const isOfSomebody = (): boolean => {
  const shown = router.state.matches.at(-1)?.routeId
  return !all.some(({ path, route }) => route.id === shown && screenAt(path)?.access === 'everybody')
}
