import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sample, string } from 'fast-check'
import { accountSearchText, arabicSpellings, phoneDigits, searchKey, searchWords, spelledInArabic } from '#core/text/search-text.ts'

test('what one name is spelt as makes no difference to a search', () => {
  for (const [a, b] of [
    ['أحمد', 'احمد'],
    ['إيمان', 'ايمان'],
    ['آمال', 'امال'],
    ['ٱلنور', 'النور'],
    ['فاطمة', 'فاطمه'],
    ['ليلى', 'ليلي'],
    ['رؤى', 'روي'],
    ['رائد', 'رايد'],
    ['علاء', 'علا'],
    ['مُحَمَّد', 'محمد'],
    ['محـــمد', 'محمد'],
    ['علی کریم', 'علي كريم'],
    ['غرفة ٣١', 'غرفه 31'],
    ['José', 'jose'],
    ['ＺＯＥ\u0308', 'zoe'],
    ['  Omar \t Said ', 'omar said'],
  ] as const)
    assert.equal(searchKey(a), searchKey(b), `${a} and ${b}`)
  assert.notEqual(searchKey('سارة'), searchKey('سار'))
})

test('a key is its own key', () => {
  for (const text of sample(string({ unit: 'binary' }), 2000)) assert.equal(searchKey(searchKey(text)), searchKey(text))
  for (const letter of arabicSpellings.from) assert.equal(spelledInArabic(spelledInArabic(letter)), spelledInArabic(letter))
})

test('the text of an account has a line for each field, the address also as it is written', () => {
  const sara = { firstName: 'Sára', lastName: 'Haddad', username: 'Sara.H', phoneNumber: '+962790000001' }
  assert.equal(accountSearchText({ ...sara, email: 'Sara@acme.example' }), 'sara haddad\nsara.h\nsara@acme.example\n+962790000001\n')
  assert.equal(
    accountSearchText({ ...sara, username: null, phoneNumber: null, email: 'S@Bücher.example' }),
    'sara haddad\n\ns@xn--bcher-kva.example\n\ns@bucher.example',
  )
})

test('words are looked for one by one, but never more than eight', () => {
  assert.deepEqual(searchWords(' ellis  simon ellis '), ['ellis', 'simon'])
  assert.deepEqual(searchWords('a b c d e f g h i j'), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h i j'])
})

test('a phone number is its digits, whatever is dialled before it', () => {
  for (const text of ['+962 79 000-0001', '00962790000001', '962790000001']) assert.equal(phoneDigits(text), '962790000001', text)
  for (const text of ['079 000 0001', '(0)790000001', '790000001', '٠٧٩٠٠٠٠٠٠١']) assert.equal(phoneDigits(text), '790000001', text)
  for (const text of ['12', '+', '00', 'a123', 'x@1234.example']) assert.equal(phoneDigits(text), null, text)
})
