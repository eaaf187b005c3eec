/**
 * What a spreadsheet takes for the beginning of a formula (CWE-1236), full-width forms among them, and white space that some leave out at
 * the beginning; and the guard itself, so that what was guarded can be told from what came with one.
 */
const risky = /^"*[=+\-@＝＋－＠\t\r\n']/
/**
 * The beginning of a formula behind what a spreadsheet of another country takes for the end of a cell: once it splits at semicolons or tabs,
 * the quotes around ours hold nothing together, and a line break inside is the end of a row.
 */
const riskyInside = /(?<=[;\t\r\n])(?="*[=+\-@＝＋－＠'])/g
const mayBeRisky = /[;\t\r\n]/

/** A text that no spreadsheet runs: an apostrophe before whatever could begin a formula. `unguarded` is the way back. */
export function guarded(text: string): string {
  const inside = mayBeRisky.test(text) ? text.replace(riskyInside, "'") : text
  return risky.test(text) ? `'${inside}` : inside
}

/** One cell (RFC 4180, section 2): always in quotes, but for what there is not. */
export function cell(value: string | null): string {
  if (value === null) return ''
  const text = guarded(value)
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : `"${text}"`
}

/** One row with its end. */
export const row = (values: readonly (string | null)[]): string => `${values.map(cell).join(',')}\r\n`
