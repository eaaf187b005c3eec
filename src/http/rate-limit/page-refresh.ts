import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a page in a browser asks for tokens by the cookie it keeps: one of ours, or an application's on the same site (`Sec-Fetch-Site`,
 * Fetch Metadata, section 2.2.3, which no page can write). Each page that is opened begins with a refresh, so an office or a school behind one
 * address would lock itself out with the thirtieth. Whoever is no browser may write both headers, too, and gains more tries at a secret that
 * nobody guesses, each of which is one look-up.
 */
export const isPageRefresh = ({ cookie, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean =>
  cookie !== undefined && (site === 'same-origin' || site === 'same-site')
