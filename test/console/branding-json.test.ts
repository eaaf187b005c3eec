/** What is taken of a tenant's `loginBrandingJson`: words and colours, whatever else it says. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { extrasIn } from '../../console/src/ui/shown/branding-json.ts'

const nothing = { headline: null, subtitle: null, darkColor: null }

it('are words of the language and a colour', () => {
  const text = JSON.stringify({
    ar: { headline: 'أهلًا', subtitle: 'معنا' },
    en: { headline: 'Welcome' },
    dark: { primaryColor: '#3fd0a0' },
  })
  assert.deepEqual(extrasIn(text, 'ar'), { headline: 'أهلًا', subtitle: 'معنا', darkColor: '#3fd0a0' })
  assert.deepEqual(extrasIn(text, 'en'), { headline: 'Welcome', subtitle: null, darkColor: '#3fd0a0' })
})

it('are nothing where it is no JSON, or says something else', () => {
  for (const text of [null, undefined, '', '{', 'null', '[]', '"x"', '7', '{"en":[]}', '{"en":{"headline":{}},"dark":"#3fd0a0"}'])
    assert.deepEqual(extrasIn(text, 'en'), nothing, String(text))
  for (const colour of ['red', '#fff', '#3fd0a0;', 'url(x)', '#3fd0a0\n', ' #3fd0a0', 1, null])
    assert.deepEqual(extrasIn(JSON.stringify({ dark: { primaryColor: colour } }), 'en'), nothing, String(colour))
  assert.deepEqual(extrasIn('{"__proto__":{"en":{"headline":"x"}},"en":{"__proto__":{"headline":"x"}}}', 'en'), nothing)
})

it('are cut where they are too long', () => {
  assert.equal(extrasIn(JSON.stringify({ en: { headline: 'x'.repeat(5000) } }), 'en').headline?.length, 200)
})
