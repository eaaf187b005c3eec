const mostCharacters = 255

/** Characters that are not seen, or turn what stands behind them round (`gpj.exe` shown as `exe.jpg`). */
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/**
 * The name of an uploaded file as it is kept: what stands behind the last slash or backslash, composed (NFC), without what is not seen, no
 * dots or spaces around it, of 255 characters at most (its end stays, for it says the kind); `file` where nothing is left. Never a path.
 */
export function safeFileName(given: string): string {
  const name = given
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(unseen, '')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const characters = [...name]
  if (characters.length <= mostCharacters) return name === '' ? 'file' : name
  const ending = /\.[^.]{1,20}$/.exec(name)?.[0] ?? ''
  return characters.slice(0, mostCharacters - [...ending].length).join('') + ending
}
