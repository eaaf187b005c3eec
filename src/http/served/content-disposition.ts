/**
 * The header of that name (RFC 6266): the file name in ASCII for old clients, and all of it in UTF-8 (RFC 8187). Nothing of the name ends
 * the header or the quotes.
 */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%;]/g, '_')
  const isPlain = ascii === fileName
  return `${kind}; filename="${ascii}"${isPlain ? '' : `; filename*=UTF-8''${extended(fileName)}`}`
}

/** Attribute characters of RFC 8187, section 3.2.1; the rest in percents. A half of a pair is no character. */
const extended = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
