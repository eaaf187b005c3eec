/** A tenant's colour as the accent of the console: what stands on it, or is written in it, can be read in either theme. */

export interface Accent {
  readonly accent: string
  readonly 'accent-hover': string
  readonly 'accent-text': string
  readonly 'on-accent': string
  readonly ring: string
  readonly select: string
  readonly 'select-line': string
}

type Rgb = readonly [number, number, number]

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]
/** What text and rings of the accent stand on (`tokens.css`). */
const grounds = { light: ['#ffffff', '#f5f5f7', '#f3f3f6', '#eaeaef'], dark: ['#131418', '#0b0c0e', '#1b1c22', '#24252d'] } as const
const leastText = 4.5
const leastRing = 3

/** @returns null for what is no colour of six (or three) digits */
function rgbOf(hex: string): Rgb | null {
  const [, digits = ''] = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(hex) ?? []
  const parts = digits.length === 3 ? [...digits].map((one) => one + one) : (digits.match(/../g) ?? [])
  const [r, g, b] = parts.map((part) => Number.parseInt(part, 16))
  return r === undefined || g === undefined || b === undefined ? null : [r, g, b]
}

const hexOf = (colour: Rgb): string => `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** @param share of the second one, 0 to 1 */
const mixed = (one: Rgb, other: Rgb, share: number): Rgb => {
  const part = (place: 0 | 1 | 2) => one[place] + (other[place] - one[place]) * share
  return [part(0), part(1), part(2)]
}

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance([r, g, b]: Rgb): number {
  const light = (part: number) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b)
}

const contrastOf = (one: Rgb, other: Rgb): number => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** How well two colours can be told apart, 1 to 21; 1 for what is no colour. */
export function contrast(one: string, other: string): number {
  const [first, second] = [rgbOf(one), rgbOf(other)]
  return first && second ? contrastOf(first, second) : 1
}

/** The text that is read better on a colour: one of the two always has 4.5:1. */
const inkOn = (colour: Rgb): Rgb => (contrastOf(colour, white) >= leastText ? white : black)

/** As little nearer to black or white as it takes to be told from all of these. */
function readable(colour: Rgb, behind: readonly Rgb[], towards: Rgb, least: number): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    // what is told is rounded, and so is what is judged
    const tried = rgbOf(hexOf(mixed(colour, towards, share))) ?? colour
    if (behind.every((ground) => contrastOf(tried, ground) >= least)) return tried
  }
  return towards
}

/**
 * Text on it is white or black, whichever can be read (4.5:1); text and rings in it are darkened in the light theme and lightened in the
 * dark one until they can be (4.5:1 and 3:1).
 *
 * @returns null for what is no colour
 */
export function accentOf(hex: string, theme: 'light' | 'dark'): Accent | null {
  const colour = rgbOf(hex)
  if (!colour) return null
  const plain = grounds[theme].map((ground) => rgbOf(ground) ?? white)
  const towards = theme === 'light' ? black : white
  const select = mixed(plain[0] ?? white, colour, theme === 'light' ? 0.09 : 0.2)
  const behind = [...plain, select]
  const ink = inkOn(colour)
  return {
    accent: hexOf(colour),
    // away from what stands on it
    'accent-hover': hexOf(mixed(colour, ink === white ? black : white, 0.14)),
    'accent-text': hexOf(readable(colour, behind, towards, leastText)),
    'on-accent': hexOf(ink),
    ring: hexOf(readable(colour, behind, towards, leastRing)),
    select: hexOf(select),
    'select-line': hexOf(mixed(plain[0] ?? white, colour, 0.35)),
  }
}
