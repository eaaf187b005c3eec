/** Codes, phone numbers and names as people type and paste them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTypedName } from '../../console/src/i18n/matching.ts'
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

describe('a name that is typed to confirm', () => {
  it('is what is read, whatever stands in it that nobody sees or can type', () => {
    for (const name of [
      'Acme North',
      'Acme  North',
      'Acme\u202fNorth',
      ' Acme\u00a0\u200bNorth ',
      '\u202eAcme North\u202c',
      'Acme \u2066North\u2069',
    ])
      for (const typed of ['Acme North', '  Acme North', name]) assert.ok(isTypedName(typed, name), JSON.stringify([typed, name]))
    assert.ok(isTypedName('Cafe\u0301.csv', 'Caf\u00e9.csv'))
    assert.ok(isTypedName('\u2764', '\u2764\ufe0f'))
  })

  it('is no other one', () => {
    for (const typed of ['', ' ', 'acme north', 'AcmeNorth', 'Acme Nort', 'Acme-North']) assert.ok(!isTypedName(typed, 'Acme North'), typed)
    assert.ok(!isTypedName('Cafe.csv', 'Caf\u00e9.csv'))
  })
})
