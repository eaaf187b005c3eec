const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  laquo: '«',
  raquo: '»',
  bull: '•',
  euro: '€',
  zwnj: '\u200c',
  zwj: '\u200d',
}

/** Character references of HTML as the characters they stand for; one that nobody knows stays as it is. */
export const decoded = (html: string): string =>
  html.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));?/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
  })

const silent = /<!--[\s\S]*?(?:-->|$)|<(head|style|script|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const link = /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([\s\S]*?)<\/a\s*>/gi
const row = /<\/(?:p|div|h[1-6]|ul|ol|table|blockquote|section|article|header|footer|pre)\s*>/gi

/**
 * What an HTML message says, as plain text: paragraphs and lines as they stand, items with a dash, behind the words of a link its address.
 * For messages, which are simple: a table is a line a row.
 */
export function htmlToText(html: string): string {
  const text = html
    .replace(silent, '')
    .replace(/[\s\u200b]+/g, ' ')
    .replace(link, (_, double: string | undefined, single: string | undefined, words: string) => withAddress(words, double ?? single ?? ''))
    .replace(/<br\b[^>]*>|<\/tr\s*>/gi, '\n')
    .replace(/<hr\b[^>]*>/gi, '\n\n')
    .replace(/<li\b[^>]*>/gi, '\n- ')
    .replace(/<\/t[dh]\s*>/gi, ' ')
    .replace(row, '\n\n')
    .replace(/<\/?[a-z!][^>]*>/gi, '')
  return decoded(text)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/ {2,}/g, ' ')
    .trim()
}

function withAddress(words: string, address: string): string {
  const plain = words.replace(/<[^>]*>/g, '').trim()
  return address === '' || plain === address || address.startsWith('#') ? words : `${words} (${address.trim()})`
}
