/** Codes and phone numbers as people type and paste them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainPhone } from '../../console/src/ui/form/plain-phone.ts'
import { plainCode, sixDigits } from '../../console/src/ui/form/typed-digits.ts'

describe('digits that are typed', () => {
  it('are a code without what apps put between them, in the digits that the service takes', () => {
    for (const typed of ['123 456', '123-456', ' 123456\n', '\u2066123\u00a0456\u2069', '١٢٣ ٤٥٦', '۱۲۳۴۵۶', '123\u2013456']) {
      assert.equal(plainCode(typed), '123456', typed)
      assert.equal(sixDigits(typed), '123456', typed)
    }
    assert.deepEqual(['12a34', '0123456789'].map(sixDigits), ['1234', '012345'])
  })

  it('are a backup code whole, and what is none is left to be refused', () => {
    assert.equal(plainCode('١٢٣٤ ٥٦٧٨'), '12345678')
    assert.equal(plainCode('12a4 56-78'), '12a45678')
  })

  it('are a phone number without what people put between them, and with its plus', () => {
    assert.equal(plainPhone('+٩٦٢ (٧٩) ٠٠٠-٠٠٠٠'), '+962790000000')
    assert.equal(plainPhone('\u200e+۹۸ ۹۱۲ ۳۴۵ ۶۷۸۹'), '+989123456789')
    assert.equal(plainPhone('  '), '')
  })
})
