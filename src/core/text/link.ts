/**
 * Whether a text may stand where people click: a path that begins with one slash, or an address with http or https. What a browser might
 * read as another address (two slashes, a backslash) or as something to run must never pass, nor what shows another one than it opens:
 * a name before an `@`, which looks like the host (RFC 3986, section 7.6), and signs that can't be seen or turn the others round.
 */
export function isLink(text: string): boolean {
  if (/[\s\\<>"\p{Cc}\p{Cf}]/u.test(text)) return false
  if (/^\/(?!\/)/.test(text)) return true
  if (!/^https?:\/\//i.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}
