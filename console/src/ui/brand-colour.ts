/** Colours that a tenant chose: what is written on them is black or white, whichever is told apart better. */
import type { CSSProperties } from 'react'

const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i

/** How bright it is to an eye, 0 to 1 (WCAG 2.2, relative luminance). */
function luminance(colour: string): number {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : (colour.slice(1).match(/../g) ?? [])
  const [red = 0, green = 0, blue = 0] = digits.map((pair) => {
    const part = Number.parseInt(pair, 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** White where it has more contrast than black has: one of both has 4.5:1 on every colour. */
export const textOn = (colour: string): '#ffffff' | '#000000' =>
  1.05 / (luminance(colour) + 0.05) >= (luminance(colour) + 0.05) / 0.05 ? '#ffffff' : '#000000'

/** Style of what is in a tenant's colour; undefined where it has none that is a colour. */
export function brandStyle(colour: string | null | undefined): CSSProperties | undefined {
  if (!colour || !hex.test(colour)) return undefined
  return { '--brand': colour, '--on-brand': textOn(colour) } as CSSProperties
}
