import { decoded } from './html-to-text.ts'

const addressed = /(\s(?:xlink:)?(?:href|action|formaction)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/gi

/**
 * HTML in which links and forms lead to http, https and mailto addresses alone: any other becomes `#`. Looks at what is rendered, so that it
 * makes no difference whether an address was written in a template, came from a variable, or was put together of both.
 */
export const withSafeLinks = (html: string): string =>
  html.replace(addressed, (whole, before: string, value: string) => (isSafeAddress(unquoted(value)) ? whole : `${before}"#"`))

const unquoted = (value: string) => (/^["']/.test(value) ? value.slice(1, -1) : value)

/** An address without a scheme is part of the message; a colon, or what might decode to one, may only stand behind the scheme. */
function isSafeAddress(value: string): boolean {
  const address = decoded(value).trim()
  if (/^(?:https?|mailto):/i.test(address)) return true
  const [start = ''] = address.split(/[/?#]/, 1)
  return !/[:&\p{Cc}]/u.test(start)
}
