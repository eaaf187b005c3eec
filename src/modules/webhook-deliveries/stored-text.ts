/** Without what PostgreSQL keeps in no text: NUL, and halves of surrogate pairs. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

/**
 * The first `mostCharacters` of what a stranger answered, as text that can be kept: whole code points; bytes that are no UTF-8 become U+FFFD.
 * @param isWhole whether a code point that is cut at the end was so from the beginning, or only for us
 */
export function keptText(bytes: Buffer, mostCharacters: number, isWhole: boolean): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: !isWhole })
  return storable([...text].slice(0, mostCharacters).join(''))
}
