/**
 * One sentence; or, where it tells a value, `of` names that value, a number chooses the plural form (CLDR categories; `other`
 * where a form is not given), and `plain` is said when the value is not known.
 */
export type Sentence =
  | string
  | ({ of: string; plain: string; other: string } & Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>>)

/** The sentence with its values in place. */
export function say(sentence: Sentence, plurals: Intl.PluralRules, params: Record<string, string | number>): string {
  if (typeof sentence === 'string') return filled(sentence, params)
  const value = params[sentence.of]
  if (value === undefined) return sentence.plain
  const form = typeof value === 'number' ? sentence[plurals.select(value)] : undefined
  return filled(form ?? sentence.other, params)
}

/** In one go: what a value holds is no place. */
const filled = (text: string, params: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : place))
