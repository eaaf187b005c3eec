/** Whether a text is what somebody looks for: case, accents and the marks of Arabic writing make no difference, nor does the order of words. */

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
