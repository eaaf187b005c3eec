/** A text with a number has a form for each plural category that its language needs. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

export const plural = (forms: Plural): Plural => forms

/** In Arabic, where three and more are said the same way. */
export const counted = (zero: string, one: string, two: string, other: string): Plural => ({
  zero,
  one,
  two,
  few: other,
  many: other,
  other,
})

/** What another language has to say: a text that is missing does not compile. */
export type TextsOf<T> = { readonly [K in keyof T]: T[K] extends string ? string : Plural }
