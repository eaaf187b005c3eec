import { commonWords } from './common-password-words.ts'

const words = new Set(commonWords)

/** What people put behind a word: up to four digits (a year, 123), a longer count from one, and an exclamation mark. */
const suffix = /^[@#._-]?(?:[0-9]{0,4}|12345(?:6(?:7(?:8(?:90?)?)?)?)?)!?$/

/** Rows and diagonals of the keyboard, the alphabet and the digits; any run of eight or more along one is common. */
const runs = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  '`1234567890-=qwertyuiop[]asdfghjkl;zxcvbnm,./',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9j0',
  '1a2b3c4d5e6f7g8h9i0j',
  '!@#$%^&*()_+',
].flatMap((run) => [run, [...run].reverse().join('')])

/** One ASCII character again and again, or a short group of them: `11111111`, `abcabcabc`. Long ones are no one's habit. */
const repeated = /^([a-z0-9]{1,4})\1+$/
const maxRepeated = 16

const letterOf: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' }
const plain = (text: string) => text.replace(/[@431!0$57]/g, (sign) => letterOf[sign] ?? sign)

/**
 * Whether a password is on the shipped list, in any case of its letters: the well-known words, each with the endings people
 * give them and with the usual signs for letters (`P@ssw0rd1!`), runs of the keyboard and short repeats.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  if (runs.some((run) => text.length >= 8 && run.includes(text))) return true
  if (text.length <= maxRepeated && repeated.test(text)) return true
  for (let end = 2; end <= Math.min(text.length, 24); end++) {
    if (!suffix.test(text.slice(end))) continue
    const word = text.slice(0, end)
    if (words.has(word) || words.has(plain(word))) return true
  }
  return false
}
