import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCallingCode, isTextable } from '#core/text/phone-number.ts'

test('phones of people in many countries may be texted', () => {
  for (const number of [
    '+962790000000',
    '+12025550100',
    '+966500000000',
    '+971501234567',
    '+201001234567',
    '+33612345678',
    '+4915112345678',
  ])
    assert.equal(isTextable(number), true, number)
})

test('premium and short numbers, those of no country and of nobody are refused', () => {
  const refused = {
    premium: ['+19005551234', '+449098790000', '+33899123456', '+96290012345', '+979123456789', '+491371234567'],
    short: ['+112', '+1911', '+962911', '+44999'],
    forwarded: ['+447012345678'],
    free: ['+18005551234', '+80012345678'],
    satellites: ['+881612345678', '+870773111632', '+882161234567'],
    'not given out': ['+999123456789', '+15550100', '+962000000000'],
    malformed: [
      '962790000000',
      '+0962790000000',
      `+${'9'.repeat(30)}`,
      '+96279000000a',
      ' +962790000000',
      '+962 790000000',
      '',
      '+٩٦٢٧٩٠٠٠٠٠٠٠',
    ],
  }
  for (const [why, numbers] of Object.entries(refused))
    for (const number of numbers) assert.equal(isTextable(number), false, `${why}: ${number}`)
})

test('a number with the zero that is dialled inside its country is another spelling, and refused', () => {
  assert.equal(isTextable('+9620790000000'), false)
  assert.equal(isTextable('+4407400123456'), false)
})

test('only the countries that are named are texted, a part of one too', () => {
  assert.equal(isTextable('+962790000000', ['962', '971']), true)
  assert.equal(isTextable('+12025550100', ['962', '971']), false)
  assert.equal(isTextable('+18765551234', ['1876']), true)
  assert.equal(isTextable('+12025550100', ['1876']), false)
})

test('a calling code is that of a country, or begins with one', () => {
  for (const code of ['1', '7', '962', '1868', '44']) assert.equal(isCallingCode(code), true, code)
  for (const code of ['0', '9', '99', '999', '', '+1', '1 2', '12345678', 'JO']) assert.equal(isCallingCode(code), false, code)
})
