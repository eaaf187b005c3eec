/** What a new password must be made of, as the page tells it while somebody types. The service judges, by the same rules. */
export interface Policy {
  readonly minLength: number
  readonly requireUppercase: boolean
  readonly requireNumber: boolean
  readonly requireSpecial: boolean
}

export type RuleName = 'length' | 'uppercase' | 'number' | 'special'

export interface Rule {
  readonly name: RuleName
  readonly isMet: boolean
}

/** So short is none, whatever the policy says (`docs/settings.md`). */
const shortest = 8

export const minLengthOf = ({ minLength }: Policy): number => Math.max(shortest, minLength)

/** Each rule of the policy and whether the password keeps it. Length counts letters, not bytes, as the service does. */
export function rulesOf(password: string, policy: Policy): Rule[] {
  const text = password.normalize('NFKC')
  const rules: [RuleName, boolean, boolean][] = [
    ['length', true, [...text].length >= minLengthOf(policy)],
    ['uppercase', policy.requireUppercase, /\p{Lu}/u.test(text)],
    ['number', policy.requireNumber, /\p{Nd}/u.test(text)],
    ['special', policy.requireSpecial, /[^\p{L}\p{M}\p{N}]/u.test(text)],
  ]
  return rules.filter(([, isAsked]) => isAsked).map(([name, , isMet]) => ({ name, isMet }))
}
