/** Scripts in wide use today (UAX #31, table 5), but for Latin. */
const recommended = [
  ...['Arabic', 'Armenian', 'Bengali', 'Bopomofo', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek', 'Gujarati', 'Gurmukhi'],
  ...['Han', 'Hangul', 'Hebrew', 'Hiragana', 'Kannada', 'Katakana', 'Khmer', 'Lao', 'Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil'],
  ...['Telugu', 'Thaana', 'Thai', 'Tibetan'],
]
const patternOf = (script: string) => new RegExp(String.raw`\p{Script=${script}}`, 'u')
const scripts = recommended.map((name) => ({ name, pattern: patternOf(name) }))
const latin = patternOf('Latin')
const known = new RegExp(
  String.raw`[\p{Script=Common}\p{Script=Inherited}\p{Script=Latin}${recommended.map((name) => String.raw`\p{Script=${name}}`).join('')}]`,
  'gu',
)

/** Scripts that one language writes together, in any combination with Latin (UTS #39, section 5.2, "highly restrictive"). */
const together = [new Set(['Han', 'Hiragana', 'Katakana']), new Set(['Han', 'Bopomofo']), new Set(['Han', 'Hangul'])]
/** Their letters look like Latin ones, so that they never stand beside them (UTS #39, section 5.2, "moderately restrictive"). */
const confusable: ReadonlySet<string> = new Set(['Cyrillic', 'Greek'])

/**
 * Whether the letters of a name come from scripts that are read together: one script, one with Latin that does not look like it, or
 * those of Chinese, Japanese or Korean; and its digits from one system. Anything else may pass for another name
 * (UTS #39, sections 5.2 and 5.3).
 */
export function isOneReading(text: string): boolean {
  const found = scripts.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name)
  const isLatin = latin.test(text)
  const hasOther = text.replace(known, '') !== ''
  if (hasOther) return found.length === 0 && !isLatin && hasOneDigitSystem(text)
  const isRead = found.length <= 1 || together.some((set) => found.every((name) => set.has(name)))
  return isRead && !(isLatin && found.some((name) => confusable.has(name))) && hasOneDigitSystem(text)
}

/** Digits stand in runs of ten, each beginning at its zero: digits of one system have one zero. */
function hasOneDigitSystem(text: string): boolean {
  const zeros = new Set((text.match(/\p{Nd}/gu) ?? []).map(zeroOf))
  return zeros.size <= 1
}

function zeroOf(digit: string): number {
  let code = digit.codePointAt(0)!
  while (/\p{Nd}/u.test(String.fromCodePoint(code - 1)) && digit.codePointAt(0)! - code < 9) code--
  return code
}
