/** The grounds and inks that must be told apart, and by how much: held against `tokens.css` by a test (WCAG 2.2, 1.4.3 and 1.4.11). */
export interface Pair {
  readonly ink: string
  readonly grounds: readonly string[]
  readonly least: number
}

const plain = ['app', 'surface', 'sunken', 'raised', 'hover', 'select'] as const
const tones = ['green', 'amber', 'red', 'blue', 'grey'] as const

export const pairs: readonly Pair[] = [
  { ink: 'text', grounds: [...plain, 'press'], least: 7 },
  { ink: 'text-2', grounds: plain, least: 7 },
  { ink: 'text-3', grounds: [...plain, 'press'], least: 4.5 },
  { ink: 'accent-text', grounds: ['surface', 'app', 'select', 'hover'], least: 4.5 },
  ...tones.map((tone): Pair => ({ ink: tone, grounds: [`${tone}-soft`, 'surface', 'hover', 'select'], least: 4.5 })),
  { ink: 'on-accent', grounds: ['accent', 'accent-hover'], least: 4.5 },
  { ink: 'on-accent', grounds: ['red-solid'], least: 4.5 },
  // bars of charts
  ...['accent', 'red-solid'].map((ink): Pair => ({ ink, grounds: ['surface'], least: 3 })),
  { ink: 'on-plum', grounds: ['plum'], least: 4.5 },
  { ink: 'on-invert', grounds: ['invert', 'invert-hover'], least: 7 },
  { ink: 'line-input', grounds: ['surface', 'app', 'raised'], least: 3 },
  { ink: 'ring', grounds: [...plain, 'press'], least: 3 },
]
