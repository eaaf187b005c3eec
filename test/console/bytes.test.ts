/** Sizes, as both languages say them. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ar } from '../../console/src/i18n/ar.ts'
import { en, type Texts } from '../../console/src/i18n/en.ts'
import { wordsOf } from '../../console/src/i18n/words.ts'
import { bytesOf } from '../../console/src/ui/bytes.ts'

const sizes = [0, 1, 2, 500, 1024, 1536, 10 * 1024 ** 2, 3.25 * 1024 ** 3, 5 * 1024 ** 5]

it('sizes are said in the largest unit that fits, with the words of the language', () => {
  const english = wordsOf('en', en as Texts)
  const said = ['0 bytes', '1 byte', '2 bytes', '500 bytes', '1 kB', '1.5 kB', '10 MB', '3.3 GB', '5,120 TB']
  assert.deepEqual(
    sizes.map((size) => bytesOf(size, english)),
    said,
  )
})

it('sizes have the digits that somebody chose', () => {
  const arabic = wordsOf('ar', ar as Texts, { numerals: 'arabic' })
  assert.deepEqual(
    sizes.slice(0, 6).map((size) => bytesOf(size, arabic)),
    ['٠ بايت', 'بايت واحد', 'بايتان', '٥٠٠ بايت', '١ كيلوبايت', '١٫٥ كيلوبايت'],
  )
})
