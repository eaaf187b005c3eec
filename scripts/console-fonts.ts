/**
 * Makes the fonts of the console that hold less than their packages do, in `console/fonts`: of Inter the letters and weights that
 * `theme/fonts.css` says are shown with it. IBM Plex Sans Arabic stays as it comes: its licence keeps the name for what nobody has changed.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const inter = '@fontsource-variable/inter'
const plex = '@fontsource/ibm-plex-sans-arabic'
const face = /@font-face \{([^}]*)\}/g
/** Of a face whose font is made here, by the name that it has in its package. */
const made = /url\("[./]+\/fonts\/([^"]+)"\)/
const weights = /font-weight: (\d+) (\d+);/
const letters = /unicode-range:\s*((?:U\+[0-9A-F]+(?:-[0-9A-F]+)?[\s,]*)+);/i
const range = /U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi

/** A font to be made of one of the package. */
interface Made {
  readonly name: string
  readonly weights: { readonly min: number; readonly max: number }
  /** Code points. */
  readonly letters: readonly number[]
}

/**
 * The fonts that the style sheet of fonts asks to be made.
 *
 * @param sheet its text
 * @throws Error where a face of theirs says its weights or its letters in another form
 */
export function fontsToMake(sheet: string): readonly Made[] {
  return [...sheet.matchAll(face)].flatMap(([, said = '']) => {
    const name = made.exec(said)?.[1]
    if (name === undefined) return []
    const [, min, max] = weights.exec(said) ?? []
    const [, ranges] = letters.exec(said) ?? []
    if (!min || !max || !ranges) throw new Error(`theme/fonts.css: ${name} needs two weights and a unicode-range`)
    return [{ name, weights: { min: Number(min), max: Number(max) }, letters: [...ranges.matchAll(range)].flatMap(lettersOf) }]
  })
}

function lettersOf([, first = '', last = first]: RegExpExecArray): readonly number[] {
  const from = Number.parseInt(first, 16)
  return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, place) => from + place)
}

/**
 * Makes them anew.
 *
 * @param folder where the sources of the console are
 * @throws Error by the name of the font that can't be made
 */
export async function makeFonts(folder: string): Promise<void> {
  const { default: subsetFont } = await import('subset-font')
  const to = join(folder, 'fonts')
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to)
  for (const { name, weights, letters } of fontsToMake(readFileSync(join(folder, 'src/theme/fonts.css'), 'utf8'))) {
    const whole = readFileSync(join(packageFolder(folder, inter), 'files', name))
    const font = await subsetFont(whole, String.fromCodePoint(...letters), {
      targetFormat: 'woff2',
      variationAxes: { wght: weights },
    }).catch((cause) => Promise.reject(new Error(`the font ${name} can't be made`, { cause })))
    writeFileSync(join(to, name), font)
  }
}

/** The licences of all fonts that the console is served with, as a part of the file that names those of its scripts. */
export const fontLicences = (folder: string): string =>
  [inter, plex].map((name) => `\n## ${name} (OFL-1.1)\n\n${readFileSync(join(packageFolder(folder, name), 'LICENSE'), 'utf8')}`).join('')

const packageFolder = (folder: string, name: string): string =>
  dirname(createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`))
