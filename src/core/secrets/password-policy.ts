import { loginKey } from '#core/text/login-name.ts'
import { isCommonPassword } from './common-passwords.ts'

/** The part of a tenant's settings that a password must meet. */
export interface PasswordRules {
  /** Code points; the service's floor of 8 holds whatever stands here. */
  minLength: number
  requireUppercase: boolean
  requireNumber: boolean
  requireSpecial: boolean
}

export interface PasswordProblem {
  code:
    | 'password_nul'
    | 'password_too_short'
    | 'password_too_long'
    | 'password_uppercase'
    | 'password_number'
    | 'password_special'
    | 'password_common'
    | 'password_is_identifier'
  params?: Record<string, number>
}

/** NIST SP 800-63B, section 3.1.1.2: 8 at the very least, and long ones allowed. */
const minimumFloor = 8
const maximum = 128
/** No password of 128 code points has more UTF-16 units, before NFKC, than this; nothing longer is normalised at all. */
const maxUnits = 2048

/**
 * Everything that is wrong with a new password, [] when nothing is. Lengths are code points of the NFKC form, as it will be
 * hashed. `person` is whose password it is to be: one that is a login name of theirs is refused in any case of its letters.
 */
export function passwordProblems(
  password: string,
  rules: PasswordRules,
  person: { email?: string | null; username?: string | null },
): PasswordProblem[] {
  if (password.length > maxUnits) return [{ code: 'password_too_long', params: { maximum } }]
  const text = password.normalize('NFKC')
  const length = [...text].length
  const minimum = Math.max(minimumFloor, rules.minLength)
  const problems: PasswordProblem[] = []
  if (text.includes('\0')) problems.push({ code: 'password_nul' })
  if (length < minimum) problems.push({ code: 'password_too_short', params: { minimum } })
  if (length > maximum) problems.push({ code: 'password_too_long', params: { maximum } })
  if (rules.requireUppercase && !/\p{Lu}/u.test(text)) problems.push({ code: 'password_uppercase' })
  if (rules.requireNumber && !/\p{Nd}/u.test(text)) problems.push({ code: 'password_number' })
  if (rules.requireSpecial && !/[^\p{L}\p{M}\p{N}]/u.test(text)) problems.push({ code: 'password_special' })
  if (isCommonPassword(text)) problems.push({ code: 'password_common' })
  if (namesOf(person).has(loginKey(text))) problems.push({ code: 'password_is_identifier' })
  return problems
}

function namesOf(person: { email?: string | null; username?: string | null }): Set<string> {
  const email = loginKey(person.email ?? '')
  const names = new Set([email, email.slice(0, Math.max(0, email.lastIndexOf('@'))), loginKey(person.username ?? '')])
  names.delete('')
  return names
}
