/** Fonts of the console that are made of larger ones: each letter that the style sheet promises is there. */
import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { it } from 'node:test'
import { fontsToMake } from '../../scripts/console-fonts.ts'

const folder = join(import.meta.dirname, '../../console')
const sheet = readFileSync(join(folder, 'src/theme/fonts.css'), 'utf8')
// what pdfkit reads fonts with
const fontkit = createRequire(createRequire(import.meta.url).resolve('pdfkit'))('fontkit')
const readFont = (file: string): { characterSet: number[]; variationAxes: { wght: { min: number; max: number } } } =>
  fontkit.create(readFileSync(file))

it('have each letter of their range that the whole one has, no other, and the weights', () => {
  const fonts = fontsToMake(sheet)
  equal(fonts.length, 2)
  for (const { name, weights, letters } of fonts) {
    const [whole, made] = [join(folder, '../node_modules/@fontsource-variable/inter/files', name), join(folder, 'fonts', name)].map(
      readFont,
    )
    const wanted = whole!.characterSet.filter((letter) => letters.includes(letter))
    ok(wanted.length > 100)
    // the last of each table of letters is none
    const shown = made!.characterSet.filter((letter) => letter !== 0xffff)
    deepEqual(new Set(shown), new Set(wanted))
    const { min, max } = made!.variationAxes.wght
    deepEqual({ min, max }, weights)
  }
})

it('hold the letters of names in the languages of Europe, in Turkish, Azerbaijani and Hausa, and of names from Arabic and Cyrillic', () => {
  const letters = new Set(fontsToMake(sheet).flatMap((font) => font.letters))
  for (const letter of 'ÅçğıİłŁńőřšťůžßŒœƏəɓɗƙǎȘșḥḤṣṭẓāīūʿʾʹʺ€₺₾') ok(letters.has(letter.codePointAt(0)!), letter)
})

it('are not made of a face that says its letters or weights in another form', () => {
  const of = (weight: string, range: string) =>
    fontsToMake(`@font-face { font-weight: ${weight}; src: url("../../fonts/a.woff2"); unicode-range: ${range}; }`)
  deepEqual(of('400 700', 'U+20ac, U+41-42'), [{ name: 'a.woff2', weights: { min: 400, max: 700 }, letters: [0x20ac, 0x41, 0x42] }])
  throws(() => of('400', 'U+41'), /a\.woff2 needs two weights/)
  throws(() => of('400 700', 'U+4??'), /a\.woff2 needs/)
})
