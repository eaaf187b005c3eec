import { foldCase, loginKey } from './login-name.ts'

/** Accents of Latin, Greek and Cyrillic, and vowel signs of Arabic: names are written with and without them. */
const marks = '\\u0300-\\u036f\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed'
/** A lone hamza, the line that stretches words, and what can't be seen. */
const silent = '\\u0621\\u0640\\p{Default_Ignorable_Code_Point}'
const dropped = new RegExp(`[${marks}${silent}]`, 'gu')

/**
 * Letters that are written for one another: forms of alef, waw, yeh and kaf, ta marbuta, and digits. In the form of SQL's `translate`:
 * what has no counterpart at the end of the second text is dropped.
 */
export const arabicSpellings = {
  from: 'أإآٱؤئىةیک٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ءـ\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0653\u0654\u0655\u0670',
  to: 'ااااوييهيك01234567890123456789',
} as const
const respelt = new Map([...arabicSpellings.from].map((letter, at) => [letter, arabicSpellings.to[at] ?? '']))

/** A text in lower case, its Arabic letters spelt in one way. */
export const spelledInArabic = (text: string): string => [...foldCase(text)].map((letter) => respelt.get(letter) ?? letter).join('')

/**
 * What a search for people compares: letter case, widths, accents, runs of spaces, and in Arabic hamza, ta marbuta, alef maqsura and
 * vowel signs make no difference. Decomposing first turns every letter that carries a mark into the letter and the mark.
 */
export const searchKey = (text: string): string =>
  spelledInArabic(foldCase(text).normalize('NFKD').replace(dropped, '').normalize('NFC')).replace(/\s+/g, ' ').trim()

export interface SearchedAccount {
  firstName: string
  lastName: string
  username: string | null
  email: string
  phoneNumber?: string | null
}

/** The lines of the text that show a field, counted from 1: a search that may not see a field looks at the others only. */
export const searchLines = { name: [1], username: [2], email: [3, 5], phoneNumber: [4] } as const

/**
 * The text accounts are searched by: a line each for full name, username, address, phone number, and the address as it is written
 * where that is another text; to be stored anew whenever one changes. The first address is the one compared at sign-in, for erasure
 * finds people by it.
 */
export function accountSearchText({ firstName, lastName, username, email, phoneNumber }: SearchedAccount): string {
  const compared = loginKey(email)
  const written = searchKey(email)
  const name = searchKey(`${firstName} ${lastName}`)
  return [name, searchKey(username ?? ''), compared, phoneNumber ?? '', written === compared ? '' : written].join('\n')
}

/** More words than these are looked for as one text: each is a condition of its own on every row that is read. */
const mostWords = 8

/** The words of a search, each to be found by itself, in any order. */
export function searchWords(text: string): string[] {
  const words = [...new Set(text.split(/\s+/u).filter((word) => word !== ''))]
  return words.length <= mostWords ? words : [...words.slice(0, mostWords - 1), words.slice(mostWords - 1).join(' ')]
}

/** What may be the digits of a phone number: written in groups, with the prefix of a country or of long distance, or without. */
export function phoneDigits(text: string): string | null {
  const key = searchKey(text)
  if (!/^[+\d\s().\-/]+$/.test(key)) return null
  const digits = key.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= 3 ? digits : null
}
