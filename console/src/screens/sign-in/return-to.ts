import { consolePath } from '../../api/console-path.ts'
import { screenAt, screens } from '../../sitemap/screens.ts'

/** Stands for that of the page, whatever it is: what is asked must not lead away from it. */
const origin = 'https://console.invalid'

/** How the addresses of the screens begin that are open to everybody: whoever has signed in has no business there. */
const open: ReadonlySet<string> = new Set(
  Object.keys(screens).flatMap((path) => (screenAt(path)?.access === 'everybody' ? [path.split('/')[1] ?? ''] : [])),
)

/** A path as the router reads it; null where nobody can. */
function readable(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}

/**
 * The address to go to after sign-in: that one where it is of the console and of who has signed in, its start where it is not. A browser takes
 * `//host` and `/\host` for another host, and the router `/%6Cogin` for `/login`, so the address is judged as they read it.
 *
 * @param asked below the console, `/admins?page=2`
 */
export function insideOnly(asked: string | undefined): string {
  const home = `${consolePath}/`
  if (!asked?.startsWith('/')) return home
  const url = URL.parse(consolePath + asked, origin)
  const path = url?.origin === origin ? readable(url.pathname) : null
  // in capitals it is the same page
  const isInside = path?.startsWith(home) && !path.includes('//') && !open.has(path.split('/')[2]?.toLowerCase() ?? '')
  return url && isInside ? url.pathname + url.search : home
}
