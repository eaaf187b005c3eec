/** Of the text, for the first tag: what comes before it is a declaration and comments. */
const headLength = 4096

/** Whether bytes claim to be an SVG: UTF-8 text whose first tag is `svg`, behind declarations and comments only. */
export function isSvg(bytes: Buffer): boolean {
  let rest = bytes
    .subarray(0, headLength)
    .toString('utf8')
    .replace(/^\ufeff/, '')
  // one after the other: a pattern over all of them could be made to try for ever
  for (;;) {
    rest = rest.trimStart()
    if (/^<!doctype\s+svg\b/i.test(rest)) return true
    const end = rest.startsWith('<!--') ? '-->' : /^<[?!]/.test(rest) ? '>' : null
    if (end === null) return /^<svg[\s/>]/i.test(rest)
    const at = rest.indexOf(end)
    if (at < 0) return false
    rest = rest.slice(at + end.length)
  }
}
