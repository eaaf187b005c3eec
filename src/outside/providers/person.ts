import type { Identity } from '#core/identity-provider.ts'
import { isEmail } from '#core/text/login-name.ts'
import { isVisibleName } from '#core/text/visible-text.ts'

const longestName = 100
const longestDisplayName = 200

/** What providers tell of a person, each in its own place. Pictures are not among it: they are never fetched. */
interface Told {
  readonly email: unknown
  readonly firstName: unknown
  readonly lastName: unknown
  readonly displayName: unknown
}

/** Takes over what a provider tells of somebody: as text within our limits, and nothing where it is none. */
export function personOf(told: Told): Pick<Identity, 'email' | 'firstName' | 'lastName' | 'displayName'> {
  const email = typeof told.email === 'string' ? told.email.trim() : ''
  const firstName = nameIn(told.firstName, longestName)
  const lastName = nameIn(told.lastName, longestName)
  const whole = nameIn(told.displayName, longestDisplayName)
  return {
    email: isEmail(email) ? email : null,
    // one name is better than none
    firstName: firstName === '' && lastName === '' ? nameIn(whole, longestName) : firstName,
    lastName,
    displayName: whole || [firstName, lastName].filter(Boolean).join(' '),
  }
}

/** In one line, without what can't be seen or reorders it, cut to the length that a name may have. */
function nameIn(value: unknown, longest: number): string {
  if (typeof value !== 'string') return ''
  // far beyond any name, and cheap to go through
  const plain = value
    .slice(0, 2000)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Default_Ignorable_Code_Point}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
  let name = ''
  for (const sign of plain) {
    if (name.length + sign.length > longest) break
    name += sign
  }
  const cut = name.isWellFormed() ? name.trim() : ''
  return cut !== '' && isVisibleName(cut) ? cut : ''
}
