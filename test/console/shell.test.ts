/** What the shell decides without a browser. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { en } from '../../console/src/i18n/en.ts'
import { habitsChangedBy, habitsIn, habitsOf } from '../../console/src/i18n/habits.ts'
import { isMatch } from '../../console/src/i18n/matching.ts'
import { wordsOf } from '../../console/src/i18n/words.ts'
import { placeOf, placeOfPath } from '../../console/src/sitemap/places.ts'
import { accentOf, contrast } from '../../console/src/ui/accent.ts'
import { letterOf } from '../../console/src/ui/list/letters.ts'

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
    // pages for end users have neither rows nor keys
    assert.deepEqual(habitsOf({ ...nothing, density: 'compact', shortcuts: false }, false), { numerals: 'latin', timeZone: null })
  })

  it('is changed in what a change names, where the service is to keep nothing of it', () => {
    assert.deepEqual(habitsChangedBy({ shortcuts: false }), { hasShortcuts: false })
    assert.deepEqual(habitsChangedBy({ shortcuts: null, density: 'compact' }), { hasShortcuts: true, isCompact: true })
    assert.deepEqual(habitsChangedBy({ language: 'ar' }), { language: 'ar' })
    assert.deepEqual(habitsChangedBy({}), {})
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

describe('the colour of a tenant', () => {
  const grounds = { light: ['#ffffff', '#f5f5f7', '#f3f3f6'], dark: ['#131418', '#0b0c0e', '#1b1c22'] } as const
  const colours = ['#ffd400', '#000000', '#ffffff', '#0a7', '#777777', '#c42b36', '#0000ff', '#7fff00', '#5d62ec']

  for (const theme of ['light', 'dark'] as const)
    it(`can be read in the ${theme} theme, whatever it is`, () => {
      for (const colour of colours) {
        const accent = accentOf(colour, theme) ?? assert.fail(colour)
        assert.ok(contrast(accent['on-accent'], accent.accent) >= 4.5, `on ${colour}`)
        assert.ok(contrast(accent['on-accent'], accent['accent-hover']) >= 4.5, `on ${colour}, hovered`)
        for (const ground of [...grounds[theme], accent.select]) {
          assert.ok(contrast(accent['accent-text'], ground) >= 4.5, `${colour} as text on ${ground}`)
          assert.ok(contrast(accent.ring, ground) >= 3, `${colour} as a ring on ${ground}`)
        }
        assert.ok(contrast(theme === 'light' ? '#17181c' : '#ececf1', accent.select) >= 7, `text on what is chosen, ${colour}`)
      }
    })

  it('is ours where it is none', () => {
    for (const none of ['', 'red', '#12', '#12345', 'url(x)', '#gggggg']) assert.equal(accentOf(none, 'light'), null)
  })
})

describe('where a record is shown', () => {
  const screens = new Map([
    ['/roles', {}],
    ['/roles/$id', {}],
    ['/admins', {}],
    ['/tenants', {}],
    ['/tenants/$id/{-$tab}', {}],
    ['/webhooks', {}],
    ['/webhooks/$id/$tab', { firstTab: 'deliveries' }],
  ])
  const at = (path: string) => screens.get(path)

  it('is its own page, at its first tab where it has some, else its list, else nowhere', () => {
    assert.deepEqual(placeOf('roles', 'x', at), { to: '/roles/x' })
    assert.deepEqual(placeOf('tenants', 'x', at), { to: '/tenants/x' })
    assert.deepEqual(placeOf('webhooks', 'x', at), { to: '/webhooks/x/deliveries' })
    assert.deepEqual(placeOf('admins', 'x', at), { to: '/admins', search: { open: 'x' } })
    assert.equal(placeOf('files', 'x', at), null)
  })

  it('is read from a path, and from nothing else', () => {
    assert.deepEqual(placeOfPath('/tenants/0a-1', at), { to: '/tenants/0a-1' })
    assert.deepEqual(placeOfPath('/tenants/x/branding', at), { to: '/tenants/x/branding' })
    assert.deepEqual(placeOfPath('/webhooks/x/settings', at), { to: '/webhooks/x/settings' })
    assert.deepEqual(placeOfPath('/admins', at), { to: '/admins' })
    for (const other of ['/emails', '//evil.example', 'https://evil.example', 'javascript:alert(1)', '/roles/x/y', '/tenants/../x', ''])
      assert.equal(placeOfPath(other, at), null, other)
  })

  it('is a page of this console for each kind that is told of', () => {
    assert.deepEqual(placeOf('webhooks', 'x'), { to: '/webhooks/x/deliveries' })
    assert.deepEqual(placeOf('tenants', 'x'), { to: '/tenants/x' })
  })
})

it('what is looked for matches whatever the case, the accents and the marks of Arabic are', () => {
  for (const [text, wanted] of [
    ['Recycle bin', 'BIN rec'],
    ['Réunion', 'reunion'],
    ['المشرفون', 'مُشرف'],
    ['الأدوار', 'ادوار'],
    ['قائمة', 'قائمه'],
  ] as const)
    assert.ok(isMatch(text, wanted), text)
  assert.ok(!isMatch('Roles', 'admins'))
})
