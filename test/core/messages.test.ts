import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { arabic } from '#core/messages.ar.ts'
import { english } from '#core/messages.en.ts'
import { languageOf, message } from '#core/messages.ts'
import type { Sentence } from '#core/text/sentence.ts'

const answered = `malformed_json validation_failed unknown_provider otp_invalid otp_expired otp_exhausted password_policy password_reused
  token_missing token_invalid token_expired invalid_credentials refresh_token_invalid two_factor_invalid session_revoked
  permission_denied field_restricted account_blocked account_inactive tenant_inactive tenant_suspended tenant_cancelled
  password_change_required two_factor_setup_required registration_disabled email_not_verified impersonation_forbidden admin_protected
  not_found conflict role_in_use quota_exceeded tenant_has_children cannot_restore domain_not_verified state_conflict version_conflict
  method_not_allowed payload_too_large uri_too_long unsupported_media_type headers_too_large account_locked rate_limited unavailable
  internal_error required unknown_property type format too_short too_long too_few too_many too_small too_big not_allowed_value
  nul_character too_deep image_invalid image_too_large password_too_short password_too_long password_uppercase password_number
  password_special password_common password_is_identifier password_nul password_unchanged`.split(/\s+/)

const formsOf = (sentence: Sentence) =>
  typeof sentence === 'string' ? [sentence] : Object.entries(sentence).flatMap(([key, text]) => (key === 'of' ? [] : [text]))

describe('messages', () => {
  it('has the same codes in both languages', () => {
    assert.deepEqual(Object.keys(arabic), Object.keys(english))
  })

  it('has a sentence of its own for every code that is answered', () => {
    for (const code of answered) {
      assert.notEqual(message(code, 'en'), message('unknown', 'en'), code)
      assert.notEqual(message(code, 'ar'), message('unknown', 'ar'), code)
    }
  })

  it('says every sentence in its language, about the same value', () => {
    for (const [code, sentence] of Object.entries(english) as [keyof typeof english, Sentence][]) {
      for (const text of formsOf(sentence)) assert.match(text, /^[A-Z{][\x20-\x7e]+[.}]$/, code)
      for (const text of formsOf(arabic[code])) assert.match(text, /^[\u0600-\u06ff].*[.}]$/, code)
      const [one, two] = [sentence, arabic[code]]
      assert.equal(typeof one === 'string' ? '' : one.of, typeof two === 'string' ? '' : two.of, code)
    }
  })

  it('answers a generic sentence for an unknown code, even one that every object has', () => {
    for (const code of ['no_such_code', '', 'constructor', '__proto__', 'toString'])
      assert.equal(message(code, 'en'), english.unknown, code)
  })

  it('fills in the value, in the right English form', () => {
    assert.equal(message('password_too_short', 'en', { minimum: 8 }), 'The password must have at least 8 characters.')
    assert.equal(message('too_many', 'en', { maximum: 1 }), 'This list must have at most 1 item.')
    assert.equal(message('not_allowed_value', 'en', { allowed: 'a, b' }), 'This value must be one of: a, b.')
    assert.equal(message('not_allowed_value', 'en', { allowed: "$& $' {allowed}" }), "This value must be one of: $& $' {allowed}.")
  })

  it('says a plain sentence when the value is not known', () => {
    assert.equal(message('rate_limited', 'en'), 'Too many requests. Please try again later.')
    assert.equal(message('too_short', 'ar', { maximum: 3 }), 'هذا النص قصير جدًا.')
  })

  it('has the six Arabic plural forms', () => {
    const affected = (count: number) => message('records_affected', 'ar', { count })
    assert.deepEqual([0, 1, 2, 3, 10, 11, 99, 100, 102, 103].map(affected), [
      'لم يتغيّر أي سجل.',
      'تغيّر سجل واحد.',
      'تغيّر سجلّان.',
      'تغيّرت 3 سجلات.',
      'تغيّرت 10 سجلات.',
      'تغيّر 11 سجلًا.',
      'تغيّر 99 سجلًا.',
      'تغيّر 100 سجل.',
      'تغيّر 102 سجل.',
      'تغيّرت 103 سجلات.',
    ])
    assert.equal(message('password_too_short', 'ar', { minimum: 8 }), 'يجب ألا تقل كلمة المرور عن 8 أحرف.')
    assert.equal(message('account_locked', 'ar', { seconds: 300 }), 'هذا الحساب مقفل. يرجى المحاولة بعد 300 ثانية.')
  })
})

describe('languageOf', () => {
  for (const [header, language] of [
    [undefined, 'en'],
    ['', 'en'],
    ['ar', 'ar'],
    ['AR-sa', 'ar'],
    ['en-US,en;q=0.9,ar;q=0.8', 'en'],
    ['ar-SA,ar;q=0.9,en;q=0.8', 'ar'],
    ['en;q=0.5, ar;q=0.501', 'ar'],
    ['ar;q=0', 'en'],
    ['en;q=0', 'en'],
    ['en;q=0, *', 'ar'],
    ['ar;q=0.1, *;q=0.5', 'en'],
    ['*', 'en'],
    ['fr, de;q=0.5', 'en'],
    ['fr, ar;q=0.2', 'ar'],
    ['ar, en', 'ar'],
    ['en, ar', 'en'],
    ['ar ; q=1.000 , en', 'ar'],
    ['ar;q=2, en;q=0.1', 'en'],
    ['ar;q=0.1234, en;q=0.1', 'en'],
    ['ar;q=, en;q=0.1', 'en'],
    ['ar;q=1;q=1, en;q=0.1', 'en'],
    ['arz', 'en'],
    [`${'fr,'.repeat(1000)}ar`, 'en'],
  ] as const)
    it(`is ${language} for ${header?.slice(0, 40)}`, () => {
      assert.equal(languageOf(header), language)
    })

  it('answers one of the two for anything', () => {
    fc.assert(fc.property(fc.string({ maxLength: 2000 }), (header) => ['en', 'ar'].includes(languageOf(header))))
  })
})
