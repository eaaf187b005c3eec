import { randomInt } from 'node:crypto'

/** Without what looks alike when read from a screen or a letter: 0 O o, 1 l I. */
const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const lower = 'abcdefghijkmnpqrstuvwxyz'
const digits = '23456789'
const groupLength = 5
const leastGroups = 4

const pick = (letters: string) => letters[randomInt(letters.length)] as string

/**
 * A random password to be typed once: groups of five letters and digits with dashes between them, about 95 bits. It meets every
 * rule of composition a tenant can set, and has at least `minLength` characters.
 */
export function temporaryPassword(minLength = 0): string {
  const groups = Math.max(leastGroups, Math.ceil((minLength + 1) / (groupLength + 1)))
  const group = () => pick(upper) + pick(lower) + pick(digits) + pick(upper + lower + digits) + pick(upper + lower + digits)
  return Array.from({ length: groups }, group).join('-')
}
