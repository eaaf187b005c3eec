import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sample, string } from 'fast-check'
import { isEmail, isUsername, loginKey } from '#core/text/login-name.ts'
import { isVisibleName } from '#core/text/visible-text.ts'

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
    // one domain, by its A-labels
    ['ada@Bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ADA@XN--BCHER-KVA.example'],
    ['ada@مثال.example', 'ada@xn--mgbh0fb.example'],
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

/** One of each kind of what leaves no trace on a screen: joiners, fillers, variation selectors, signs of direction, soft hyphens, tags. */
const invisible = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u3164',
  '\uffa0',
  '\u17b4',
  '\u180b',
  '\ufe0f',
  '\ufeff',
  '\u200f',
  '\u202e',
  '\u{e0061}',
  '\u{1d173}',
]

test('nothing invisible hides in a login name', () => {
  for (const sign of invisible) {
    for (const text of [`sa${sign}ra@acme.example`, `sara@ac${sign}me.example`]) assert.equal(isEmail(text), false, JSON.stringify(text))
    assert.equal(isUsername(`sa${sign}ra`), false, JSON.stringify(sign))
  }
})

test('letters that look alike do not stand together in a username', () => {
  for (const text of ['s\u0430ra', '\u0456van', 'm\u03bfna', 'sara\u0665\u0031', '\u13a0nna', 'п\u03bfтр', 'サラ한글', 'ሰላмир'])
    assert.equal(isUsername(text), false, text)
  for (const text of [
    'sara',
    'sára.2',
    'Иван',
    'Μαρία',
    'سارة_2',
    'ahmad_أحمد',
    '田中さくら',
    'tanaka田中',
    '김민수',
    'שרה',
    'ᎠᎡᎢ',
    'अनन्या',
  ])
    assert.equal(isUsername(text), true, text)
})

test('a name shows all that is in it', () => {
  for (const sign of invisible) {
    assert.equal(isVisibleName(`Sa${sign}ra`), false, JSON.stringify(sign))
    assert.equal(isVisibleName(`سا${sign}رة`), false, JSON.stringify(sign))
    assert.equal(isVisibleName(sign), false)
  }
  for (const text of ['', ' ', '\u2800', '\u3164 \u115f', '\u0301']) assert.equal(isVisibleName(text), false, JSON.stringify(text))
  for (const text of ['রা\u200dচেল', 'র\u200dচেল', 'চ\u200d্যা', 'সারা\u200d']) assert.equal(isVisibleName(text), false, JSON.stringify(text))
  // a joiner that is seen: Persian, Sinhala, Bengali and Kannada after ra, a family
  for (const text of ['علی\u200cرضا', 'ශ්\u200dරී', 'র\u200d্যাচেল', 'ರ\u200d್ಯಾನ್', '👨\u200d👩\u200d👧', '❤\ufe0f', 'O’Neil', '李', '?'])
    assert.equal(isVisibleName(text), true, text)
})
