import { domainToASCII } from 'node:url'
import { isOneReading } from './scripts.ts'
import { hasInvisible } from './visible-text.ts'

const maxEmailBytes = 254
const maxLocalBytes = 64
const maxDomainLength = 253

// One character class each, so that every check is linear in the length of the text.
const atoms = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u
const label = /^[\p{L}\p{M}\p{N}-]+$/u
const usernameForm = /^[\p{L}\p{M}\p{N}._-]{3,64}$/u

/** Letter case and widths make no difference. Trimming comes last: NFKC makes plain spaces of wide ones, and a key must be its own key. */
export const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC').trim()

/**
 * What two login names are compared by: alike to a person is alike to us. The domain of an address is compared by its A-labels
 * (RFC 5890, section 2.3.2.1), so that `bücher.example` and `xn--bcher-kva.example` are one.
 */
export function loginKey(text: string): string {
  const key = foldCase(text)
  const at = key.lastIndexOf('@')
  const domain = key.slice(at + 1)
  if (at < 0 || /^[\0-\x7f]*$/.test(domain)) return key
  return key.slice(0, at + 1) + (domainToASCII(domain) || domain)
}

/**
 * Whether two addresses lead to one mailbox, as far as anybody but its server can say. Stricter than `loginKey`: letters that only look
 * alike may have an owner each, and who proved the one has not proved the other. Only the case of A to Z makes no difference.
 */
export const isSameMailbox = (one: string, two: string): boolean => loginKey(one) === loginKey(two) && localPart(one) === localPart(two)

const localPart = (address: string): string =>
  address.slice(0, address.lastIndexOf('@')).replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * Whether a text is one e-mail address: a dot-atom, `@`, a domain name of two labels or more (RFC 5322, section 3.4.1;
 * RFC 6531, section 3.3, for letters beyond ASCII), 254 bytes at most (RFC 5321, section 4.5.3.1). Quoted local parts,
 * comments and address literals are not taken: no mailbox of a person needs them, and every parser reads them differently.
 */
export const isEmail = (text: string): boolean => isAddress(text) && isAddress(text.normalize('NFKC'))

/**
 * Whether a text is a username: 3 to 64 letters of one script, or of scripts that don't look alike, digits, dots, dashes and
 * underscores, all of them visible.
 */
export const isUsername = (text: string): boolean => isPlainUsername(text) && isPlainUsername(text.normalize('NFKC'))

const isPlainUsername = (text: string): boolean => usernameForm.test(text) && !hasInvisible(text) && isOneReading(text)

/** Both as written and as compared: some letters decompose into spaces or signs. */
function isAddress(text: string): boolean {
  if (hasInvisible(text) || text.length > maxEmailBytes || Buffer.byteLength(text) > maxEmailBytes) return false
  const [local, domain, ...rest] = text.split('@')
  if (!local || !domain || rest.length > 0 || Buffer.byteLength(local) > maxLocalBytes) return false
  return local.split('.').every((part) => atoms.test(part)) && isDomain(domain)
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  if (labels.length < 2 || !labels.every((part) => label.test(part))) return false
  const ascii = domainToASCII(domain)
  if (ascii === '' || ascii.length > maxDomainLength) return false
  const names = ascii.split('.')
  const named = names.every((part) => part.length > 0 && part.length <= 63 && !part.startsWith('-') && !part.endsWith('-'))
  // A last label of digits is an IPv4 address, in full or abbreviated.
  return named && !/^[0-9]+$|^0x/i.test(names.at(-1)!)
}
