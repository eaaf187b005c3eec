/**
 * Whether a text is what somebody types. For who looks for it case, accents and the marks of Arabic writing make no difference, nor does the order of
 * words.
 */

/** As texts are held against each other. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}ـ]/gu, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ة/g, 'ه')
    .replace(/ى/g, 'ي')
    .toLowerCase()
    .trim()

/** @param wanted words, of which each has to stand somewhere in the text */
export function isMatch(text: string, wanted: string): boolean {
  const within = plain(text)
  return plain(wanted)
    .split(/\s+/)
    .every((word) => within.includes(word))
}

/**
 * Whether somebody typed a name that they read: signs that can't be seen are none, one space is like another or several, and letters with marks are
 * the same however they are composed.
 */
export const isTypedName = (typed: string, name: string): boolean => asRead(typed) === asRead(name)

const asRead = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/ +/g, ' ')
    .trim()
