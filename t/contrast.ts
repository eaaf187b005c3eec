/** Whether two colours can be told apart (WCAG 2.2, 1.4.3), and what becomes of a colour that a tenant chose. Colours are `#rrggbb`. */

const partsOf = (colour: string): readonly number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** Relative luminance, from 0 (black) to 1 (white). */
export function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = partsOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** From 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** What text on this colour is written in: black or white, of which one always has 4.5:1. */
export const inkOn = (colour: string): '#000000' | '#ffffff' =>
  contrast(colour, '#ffffff') >= 4.5 ? '#ffffff' : '#000000'

/** The colour as text on a ground: darkened on a light one, lightened on a dark one, by no more than 4.5:1 needs. */
export function readableOn(colour: string, ground: string): string {
  const goal = luminance(ground) > 0.18 ? 0 : 255
  for (let step = 0; step <= 100; step++) {
    const mixed = partsOf(colour).map((part) => Math.round(part + ((goal - part) * step) / 100))
    const tried = `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
    if (contrast(tried, ground) >= 4.5) return tried
  }
  return goal === 0 ? '#000000' : '#ffffff'
}

export const isColour = (text: unknown): text is string => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text)
