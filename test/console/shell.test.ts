/** What the shell decides without a browser. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { en } from '../../console/src/i18n/en.ts'
import { habitsIn, habitsOf } from '../../console/src/i18n/habits.ts'
import { wordsOf } from '../../console/src/i18n/words.ts'
import { letterOf } from '../../console/src/ui/letters.ts'

const nothing = {
  language: null,
  theme: null,
  density: null,
  numerals: null,
  timeZone: null,
  shortcuts: null,
  pinnedTenants: [],
  views: [],
  columns: {},
} as const

describe('what was chosen in a browser', () => {
  const usual = { language: 'en', numerals: 'latin', timeZone: null, isCompact: false, hasShortcuts: true }

  it('is the usual where nothing was, or what is kept makes no sense', () => {
    for (const text of [null, '', 'null', '[]', '"ar"', '{', '{"language":"xx","numerals":1,"timeZone":"Nowhere/Land","isCompact":"yes"}'])
      assert.deepEqual(habitsIn(text, 'en-GB'), usual, String(text))
    assert.equal(habitsIn(null, 'ar-JO').language, 'ar')
  })

  it('is read as it was kept', () => {
    const chosen = { language: 'ar', numerals: 'arabic', timeZone: 'Asia/Amman', isCompact: true, hasShortcuts: false } as const
    assert.deepEqual(habitsIn(JSON.stringify(chosen), 'en'), chosen)
  })

  it('follows what the service has, but for a language that was chosen only here', () => {
    assert.deepEqual(habitsOf(nothing), { numerals: 'latin', timeZone: null, isCompact: false, hasShortcuts: true })
    assert.deepEqual(habitsOf({ ...nothing, language: 'ar', density: 'compact', shortcuts: false, timeZone: 'Nowhere/Land' }), {
      language: 'ar',
      numerals: 'latin',
      timeZone: null,
      isCompact: true,
      hasShortcuts: false,
    })
  })

  it('has Arabic digits in Arabic texts alone, and times of the chosen zone', () => {
    assert.equal(wordsOf('ar', en).number(1284), '1,284')
    assert.equal(wordsOf('ar', en, { numerals: 'arabic' }).number(1284), '١٬٢٨٤')
    assert.equal(wordsOf('en', en, { numerals: 'arabic' }).number(1284), '1,284')
    assert.match(wordsOf('en', en, { timeZone: 'Asia/Tokyo' }).moment('2026-01-01T20:00:00Z'), /^2 Jan 2026, 05:00/)
  })
})

it('a letter is that of the key, or that of its place on an Arabic keyboard', () => {
  assert.equal(letterOf({ key: 'g', code: 'KeyG' }), 'g')
  assert.equal(letterOf({ key: 'i', code: 'KeyG' }), 'i')
  assert.equal(letterOf({ key: 'ل', code: 'KeyG' }), 'g')
  assert.equal(letterOf({ key: 'Escape', code: 'Escape' }), '')
})
