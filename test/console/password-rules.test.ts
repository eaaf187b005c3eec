/** The list that is ticked off while somebody types says what the service will say. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { passwordProblems } from '#core/secrets/password-policy.ts'
import { rulesOf } from '../../console/src/ui/form/password-rules.ts'

const codes = { length: 'password_too_short', uppercase: 'password_uppercase', number: 'password_number', special: 'password_special' }
const passwords = [
  '',
  'short',
  'abcdefgh',
  'Abcdefgh1',
  'كلمة سر طويلة',
  'كلمة٧٧',
  'ÄÖÜ',
  'ﬁﬁﬁﬁ',
  '𝒜𝒷𝒸𝒹',
  'a b c d e',
  'é1É!',
  '🙂🙂🙂🙂🙂🙂🙂🙂',
  'Ǆabc',
  '１２３４５６７８',
  'x'.repeat(200),
]

describe('the rules of a new password', () => {
  it('are met on the page where the service finds nothing wrong, and nowhere else', () => {
    for (const minLength of [1, 8, 12])
      for (const isAsked of [true, false]) {
        const policy = { minLength, requireUppercase: isAsked, requireNumber: isAsked, requireSpecial: isAsked }
        for (const password of passwords) {
          const found = new Set<string>(passwordProblems(password, policy, {}).map(({ code }) => code))
          for (const { name, isMet } of rulesOf(password, policy)) assert.equal(isMet, !found.has(codes[name]), `${name} of ${password}`)
          assert.equal(rulesOf(password, policy).length, isAsked ? 4 : 1)
        }
      }
  })
})
