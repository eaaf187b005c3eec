/** Zero-width joiners belong to Arabic and Persian spelling; every other invisible character may hide or turn text. */
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]+/gu
const dots = /[\u3002\uff0e\uff61\u2024]/g

/**
 * A name as it may stand in a mail. People choose their names themselves, and a mail of ours must never carry a stranger's link:
 * tags and words with a scheme, a path or an at-sign go, `evil.com` becomes `evil. com`, which no mail program makes a link of.
 * At most `maxLength` characters.
 */
export function plainName(value: string, maxLength = 80): string {
  const words = value
    .toWellFormed()
    .replace(invisible, ' ')
    .replace(dots, '.')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[<>]/g, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '' && !/[\p{L}\p{N}]:\S|:\/|\/\/|[@\uff20\ufe6b]|\.\S*\//u.test(word))
    .map((word) => word.replace(/\.(?=[^\s\d.])/gu, '. '))
  return [...words.join(' ')].slice(0, maxLength).join('').trim()
}
