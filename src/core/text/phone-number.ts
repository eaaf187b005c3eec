import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
/** The numbering plans of all countries take 7 MB and a twentieth of a second: they are loaded by the first number that is judged. */
const plans = (): typeof import('libphonenumber-js/max') => require('libphonenumber-js/max')

/** E.164: at most 15 digits, the first of them no 0. Says nothing of whether there is such a number. */
export const e164 = /^\+[1-9][0-9]{6,14}$/

/**
 * What no text is sent to: lines that cost whoever calls them or are paid for by whom they belong to, and no phone of anybody. Strangers earn
 * from texts to such numbers. Personal numbers are among them: these are forwarded at a price of their own.
 */
const refusedTypes: ReadonlySet<string> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
])

/**
 * Whether a text may be sent to a number in E.164: a phone of somebody in some country, by the numbering plans of all countries
 * (Google's libphonenumber). Not a short or a premium number, not one of a satellite or another network of no country, and none that was
 * never given out.
 * @param callingCodes of the countries that texts are sent to, without `+`; a longer one (`1868`) names a part; none: all countries
 */
export function isTextable(number: string, callingCodes: readonly string[] = []): boolean {
  if (!e164.test(number)) return false
  if (callingCodes.length > 0 && !callingCodes.some((code) => number.startsWith(code, 1))) return false
  const found = plans().parsePhoneNumberFromString(number)
  // another spelling would be another number to every counter
  if (found?.number !== number || !found.isValid() || found.isNonGeographic()) return false
  return !refusedTypes.has(found.getType() ?? '')
}

let known: ReadonlySet<string> | null = null

/** Whether digits are the calling code of a country, or begin with it and name a part of its plan by one to four more. */
export function isCallingCode(digits: string): boolean {
  const { getCountries, getCountryCallingCode } = plans()
  known ??= new Set(getCountries().map((country) => getCountryCallingCode(country)))
  if (!/^[1-9][0-9]{0,6}$/.test(digits)) return false
  return [1, 2, 3].some((length) => known?.has(digits.slice(0, length)) && digits.length <= length + 4)
}
