import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a page in a browser asks for tokens: it brings cookies (which ones is not looked at) and says that it is of this site, one of ours or
 * an application's (`Sec-Fetch-Site`, Fetch Metadata, section 2.2.3, which no page can write). Each page that is opened begins with a refresh: an
 * office or a school behind one address would be shut out at the thirty-first. Whoever is no browser may write both headers, too, and gains more
 * tries at a secret that nobody guesses, each of which is one look-up.
 */
export const isPageRefresh = ({ cookie, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean =>
  cookie !== undefined && (site === 'same-origin' || site === 'same-site')
