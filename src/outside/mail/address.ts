/** dot-atom of RFC 5322, section 3.2.3, with the letters of RFC 6532. No quoted part, comment, group or list can match. */
const atom = /[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+/u.source
const label = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?/u.source
const addrSpecPattern = new RegExp(`^${atom}(?:\\.${atom})*@${label}(?:\\.${label})*$`, 'u')
/** An encoded word must not stand in an address (RFC 2047, section 5); programs that decode it there read another address, or two. */
const encodedWord = /=\?[^?]*\?[bq]\?/i
const mailboxPattern = /^(?:(.*)<([^<>]+)>|([^<>]+))$/

export interface Mailbox {
  name: string
  address: string
}

/**
 * Whether the text is one plain addr-spec (RFC 5321, section 4.1.2, without quoted strings and address literals). Anything else
 * must never reach the mailer, which reads `a@x, b@y` as two recipients and `a@x\r\nBcc: b@y` as another one.
 */
export function isAddrSpec(text: string): boolean {
  if (text.length > 254 || text.lastIndexOf('@') > 64 || encodedWord.test(text)) return false
  return addrSpecPattern.test(text)
}

/** Takes `addr-spec` or `Name <addr-spec>` apart; null for anything else. */
export function readMailbox(text: string): Mailbox | null {
  const match = mailboxPattern.exec(headerText(text))
  const address = (match?.[2] ?? match?.[3] ?? '').trim()
  if (!isAddrSpec(address)) return null
  const name = (match?.[1] ?? '').trim().replace(/^"(.*)"$/, '$1')
  return { name, address }
}

/** One line for a header: CR, LF, NUL and every other control character become one space. They must never reach the wire. */
export function headerText(text: string, maxLength = 300): string {
  const line = text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .toWellFormed()
  return [...line].slice(0, maxLength).join('')
}
