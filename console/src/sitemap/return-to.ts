export const consolePath = '/console'

/** Stands for that of the page, whatever it is: what is asked must not lead away from it. */
const origin = 'https://console.invalid'

/**
 * The address to go to after sign-in: that one where it is of the console, its start where it is not. A browser takes `//host` and `/\host`
 * for another host, so the address is judged as the browser reads it.
 *
 * @param asked below the console, `/admins?page=2`
 */
export function insideOnly(asked: string | undefined): string {
  const home = `${consolePath}/`
  if (!asked?.startsWith('/')) return home
  const url = URL.parse(consolePath + asked, origin)
  const isInside =
    url !== null &&
    url.origin === origin &&
    url.pathname.startsWith(home) &&
    !url.pathname.includes('//') &&
    // in capitals it is the same page
    !url.pathname.toLowerCase().startsWith(`${home}login`)
  return isInside ? url.pathname + url.search : home
}
