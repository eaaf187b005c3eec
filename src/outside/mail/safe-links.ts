import { decoded } from './html-to-text.ts'

/**
 * A name that an address follows. Before an attribute stands a space, a slash, or the end of the value before it (HTML Living Standard, section
 * 13.2.5.32 and on); a quote that ends no value is one of a text.
 */
const addressed = /(?<=[\s/]|=\s*"[^"]*"|=\s*'[^']*')(?:xlink:)?(?:href|action|formaction)\s*=\s*/gi
const addressOf = /"[^"]*"|'[^']*'|[^\s"'>]+/y

/**
 * HTML in which links and forms lead to http, https and mailto addresses alone: any other becomes `#`. Looks at what is rendered, so that it
 * makes no difference whether an address was written in a template, came from a variable, or was put together of both.
 */
export function withSafeLinks(html: string): string {
  // again: what is taken out may end in the middle of another value, whose rest is then read otherwise
  for (let safe = html; ; ) {
    const safer = withoutUnsafe(safe)
    if (safer === safe) return safe
    safe = safer
  }
}

/** Whatever is seen as an address is not passed over: it may be a part of another value, which hides the true one behind it. */
function withoutUnsafe(html: string): string {
  let safe = ''
  let end = 0
  for (const { index, 0: name } of html.matchAll(addressed)) {
    addressOf.lastIndex = index + name.length
    const value = addressOf.exec(html)
    if (value === null || value.index < end || isSafeAddress(unquoted(value[0]))) continue
    safe += `${html.slice(end, value.index)}"#"`
    end = addressOf.lastIndex
  }
  return safe + html.slice(end)
}

const unquoted = (value: string) => (/^["']/.test(value) ? value.slice(1, -1) : value)

/** An address without a scheme is part of the message; a colon, or what might decode to one, may only stand behind the scheme. */
function isSafeAddress(value: string): boolean {
  const address = decoded(value).trim()
  if (/^(?:https?|mailto):/i.test(address)) return true
  const [start = ''] = address.split(/[/?#]/, 1)
  return !/[:&\p{Cc}]/u.test(start)
}
