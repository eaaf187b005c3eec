import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCommonPassword } from '#core/secrets/common-passwords.ts'
import { type PasswordRules, passwordProblems } from '#core/secrets/password-policy.ts'

const rules: PasswordRules = { minLength: 8, requireUppercase: false, requireNumber: false, requireSpecial: false }
const codes = (password: string, change: Partial<PasswordRules> = {}, person = {}) =>
  passwordProblems(password, { ...rules, ...change }, person).map(({ code }) => code)

test('lengths are code points after NFKC, and the floor of 8 holds under any setting', () => {
  assert.deepEqual(codes('zuvaqor'), ['password_too_short'])
  assert.deepEqual(codes('zuvaqor', { minLength: 0 }), ['password_too_short'])
  assert.deepEqual(codes('zuvaqorx'), [])
  assert.deepEqual(codes('zuvaqorx', { minLength: 9 }), ['password_too_short'])
  assert.deepEqual(passwordProblems('zuvaqorx', { ...rules, minLength: 9 }, {})[0]?.params, { minimum: 9 })
  assert.deepEqual(codes('😀'.repeat(7)), ['password_too_short'])
  assert.deepEqual(codes('ﬃzuvqo'), [])
  assert.deepEqual(codes('e\u0301'.repeat(7)), ['password_too_short'])
  assert.deepEqual(codes('x'.repeat(128)), [])
  assert.deepEqual(codes('x'.repeat(129)), ['password_too_long'])
  assert.deepEqual(codes('😀'.repeat(64)), [])
  assert.deepEqual(codes('😀'.repeat(129)), ['password_too_long'])
  // Not looked at any further, whatever else is wrong with it.
  assert.deepEqual(codes('x'.repeat(10_000_000), { requireNumber: true }), ['password_too_long'])
})

test('composition is asked for only where the tenant asks', () => {
  const strict = { requireUppercase: true, requireNumber: true, requireSpecial: true }
  assert.deepEqual(codes('zuvaqorx', strict), ['password_uppercase', 'password_number', 'password_special'])
  assert.deepEqual(codes('Zuvaqorx7', strict), ['password_special'])
  for (const password of ['Zuvaqorx7!', 'Zuvaqorx 7', 'Ñuvaqorx٧-']) assert.deepEqual(codes(password, strict), [])
})

test('a NUL is refused', () => {
  assert.deepEqual(codes('zuva\0qorx'), ['password_nul'])
})

test('common passwords are refused in any case of their letters', () => {
  for (const password of [
    'password',
    'PassWord1',
    '12345678',
    'qwerty123',
    'Iloveyou1',
    'P@ssw0rd',
    'Welcome2024!',
    'letmein123',
    'aaaaaaaa',
    'Tenantry123',
  ])
    assert.ok(codes(password).includes('password_common'), password)
  assert.ok(codes('ｐａｓｓｗｏｒｄ').includes('password_common'))
  assert.deepEqual(codes('correct horse battery staple'), [])
})

test('a login name of the person is refused in any case of its letters', () => {
  const person = { email: 'Ada.Lovelace@example.com', username: 'countess-ada' }
  for (const password of ['ada.lovelace@example.com', 'ADA.LOVELACE', 'Countess-Ada', ' countess-ada '])
    assert.deepEqual(codes(password, {}, person), ['password_is_identifier'])
  assert.deepEqual(codes('ada.lovelace9', {}, person), [])
  assert.deepEqual(codes('zuvaqorx', {}, { email: null, username: null }), [])
})

test('the list is of use: long enough words only, and every one found', () => {
  for (const password of ['football', 'trustno1trustno1', 'zuvaqorx', '']) assert.equal(isCommonPassword(password), password === 'football')
})
