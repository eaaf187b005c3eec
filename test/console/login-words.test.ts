/** What the form of a tenant's `loginBrandingJson` changes of it, and where a text is no JSON. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { flawIn } from '../../console/src/screens/tenants/page/json-flaw.ts'
import { hasBadColour, takesWords, withWord, wordIn } from '../../console/src/screens/tenants/page/login-words.ts'
import { extrasIn } from '../../console/src/ui/shown/branding-json.ts'

describe('words of the sign-in page', () => {
  it('are put where the hosted pages read them, and taken away with what held nothing else', () => {
    const said = withWord(withWord(withWord(null, 'ar.headline', 'أهلًا'), 'ar.subtitle', 'معنا'), 'dark.primaryColor', '#3fd0a0')
    assert.deepEqual(extrasIn(said, 'ar'), { headline: 'أهلًا', subtitle: 'معنا', darkColor: '#3fd0a0' })
    assert.equal(wordIn(said, 'ar.subtitle'), 'معنا')
    assert.equal(withWord(withWord(withWord(said, 'dark.primaryColor', ''), 'ar.subtitle', ''), 'ar.headline', ''), null)
  })

  it('leave all else as it was: other keys, their order, and numbers as they are written', () => {
    const text = '{"b":[1.0,12345678901234567890,1e2],"en":{"x":{"y":null},"headline":"Hi"},"a":"<script>"}'
    assert.equal(withWord(text, 'en.headline', 'Ho'), text.replace('{"y":null},"headline":"Hi"', '{"y":null},"headline":"Ho"'))
    assert.equal(withWord(text, 'en.headline', ''), text.replace(',"headline":"Hi"', ''))
    assert.equal(withWord('{\n"a":1}', 'en.headline', 'Ho'), '{\n  "a": 1,\n  "en": {\n    "headline": "Ho"\n  }\n}')
    // what stands in the place of a language and holds no keys can't be kept beside a word of it
    for (const odd of ['7', '"x"', '[1]', 'null', '12345678901234567890'])
      assert.equal(withWord(`{"en":${odd}}`, 'en.headline', 'Ho'), '{"en":{"headline":"Ho"}}', odd)
  })

  it('have no place in what is no object, and read as nothing where they are no texts', () => {
    for (const text of ['', '{', 'null', '[]', '"x"', '7', `${'['.repeat(50_000)}`, `${'['.repeat(50_000)}${']'.repeat(50_000)}`]) {
      assert.equal(takesWords(text), false, text.slice(0, 9))
      assert.equal(withWord(text, 'en.headline', 'Ho'), text)
      assert.equal(wordIn(text, 'en.headline'), '')
    }
    for (const text of ['{"en":{"headline":{}}}', '{"en":"headline"}', '{"en":[]}', '{"__proto__":{"en":{"headline":"x"}}}'])
      assert.equal(wordIn(text, 'en.headline'), '', text)
    assert.equal(hasBadColour('{"dark":{"primaryColor":"red"}}'), true)
    assert.equal(hasBadColour('{"dark":{"primaryColor":7}}'), false)
  })
})

describe('a text that is no JSON', () => {
  const placed = (text: string) => {
    const flaw = flawIn(text)
    return flaw && [flaw.kind, flaw.line, flaw.column, flaw.near]
  }
  it('is named by line and column', () => {
    assert.deepEqual(placed('{\n  "a": 1,\n}'), ['syntax', 3, 1, '}'])
    assert.deepEqual(placed("{\n  'a': 1}"), ['syntax', 2, 3, "'a': 1}"])
    assert.deepEqual(placed('{"a": 01}'), ['syntax', 1, 7, '01}'])
    assert.deepEqual(placed('[1 2]'), ['syntax', 1, 4, '2]'])
    assert.deepEqual(placed('{"a"}'), ['syntax', 1, 5, '}'])
    assert.deepEqual(placed('[,]'), ['syntax', 1, 2, ',]'])
    assert.deepEqual(placed('[1}'), ['syntax', 1, 3, '}'])
    assert.deepEqual(placed('{} {}'), ['syntax', 1, 4, '{}'])
    assert.deepEqual(placed('{"a": [\n1'), ['end', 2, 2, ''])
    assert.deepEqual(placed(' '), ['end', 1, 2, ''])
    assert.deepEqual(placed('{\n"__proto__": 1}'), ['name', 2, 1, '"__proto__"'])
    assert.deepEqual(placed('{"\\u0063onstructor": 1}')?.[0], 'name')
    assert.deepEqual(placed('['.repeat(60_000))?.slice(0, 3), ['deep', 1, 33])
    assert.deepEqual(placed(`["${'x'.repeat(60_000)}"`)?.[0], 'end')
    assert.equal(placed('"\u007f"'), null)
  })

  it('is the same as the browser takes it for', () => {
    const texts = fc.oneof(fc.json(), fc.string({ unit: fc.constantFrom(...'{}[],:"1-.e \n\\u0atrue') }))
    fc.assert(
      fc.property(texts, (text) => {
        const flaw = flawIn(text)
        if (flaw?.kind === 'name' || flaw?.kind === 'deep') return
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        assert.equal(flaw === null, isJson, text)
      }),
    )
  })
})
