import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sample, string } from 'fast-check'
import { isEmail, isUsername, loginKey } from '#core/login-name.ts'

test('names alike to a person have one key', () => {
  for (const [a, b] of [
    ['Ada@Example.COM', 'ada@example.com'],
    [' ada ', 'ada'],
    ['\u3000ada', 'ada'],
    ['ＡＤＡ', 'ada'],
    ['cafe\u0301', 'CAF\u00c9'],
    ['\u212bngstrom', '\u00e5ngstrom'],
    // The capital has no composed form, the small letter has.
    ['J\u030c', '\u01f0'],
  ] as const)
    assert.equal(loginKey(a), loginKey(b))
  assert.notEqual(loginKey('ada'), loginKey('adb'))
})

test('a key is its own key, for every character and for texts of them', () => {
  for (let point = 0; point < 0x30000; point++) {
    const key = loginKey(String.fromCodePoint(point))
    if (loginKey(key) !== key) assert.fail(`U+${point.toString(16)}`)
  }
  for (const text of sample(string({ unit: 'binary' }), 2000)) assert.equal(loginKey(loginKey(text)), loginKey(text))
})

test('one address is an address', () => {
  const long = `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}com`
  for (const text of [
    'a@b.co',
    "o'neill+tag_1=x@mail.example.com",
    'superadmin@tenantry.local',
    'أحمد@مثال.إختبار',
    'user@bücher.example',
    'x@xn--bcher-kva.example',
    'A.B@C-D.example',
    long,
  ])
    assert.equal(isEmail(text), true, text)
})

test('everything else is not', () => {
  for (const text of [
    '',
    '@',
    'a',
    'a@',
    '@b.co',
    'a@b',
    'a@b@c.co',
    'a b@c.co',
    ' a@b.co',
    'a@b.co ',
    'a@b.co\n',
    'a\r\nBcc: x@b.co',
    'a\0@b.co',
    '.a@b.co',
    'a.@b.co',
    'a..b@c.co',
    'a@b..co',
    'a@.b.co',
    'a@b.co.',
    'a@-b.co',
    'a@b-.co',
    '"a"@b.co',
    'a(c)@b.co',
    'Ada <a@b.co>',
    'a@b.co,c@d.co',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@1.2',
    'a@b.0x7f',
    'a@[IPv6:::1]',
    'a@b_c.co',
    'a@b%2eco.com',
    'a＠b.co',
    'a\u202e@b.co',
    'a\u200b@b.co',
    'ﷺ@b.co',
    'a@b。co',
    `${'a'.repeat(65)}@b.co`,
    `${'é'.repeat(33)}@b.co`,
    `a@${'b'.repeat(64)}.co`,
    `a@${'b.'.repeat(130)}co`,
    'a@b.co'.repeat(100_000),
    `a@${'é.'.repeat(40)}co`,
  ])
    assert.equal(isEmail(text), false, JSON.stringify(text.slice(0, 80)))
})

test('usernames are 3 to 64 letters, digits, dots, dashes and underscores', () => {
  for (const text of ['ada', 'super.admin-1_x', 'أحمد', 'x'.repeat(64), 'éàü']) assert.equal(isUsername(text), true, text)
  for (const text of ['', 'ab', 'x'.repeat(65), 'a@b', 'a＠b', 'a b', ' ada', 'ada\n', 'ad\0a', 'ada\u202e', '😀😀😀', 'ﷺﷺﷺ', '<ada>'])
    assert.equal(isUsername(text), false, JSON.stringify(text))
})
