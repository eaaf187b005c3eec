/** The colours of the console can be told apart, in both themes. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pairs } from '../../console/src/theme/palette.ts'
import { root } from '../../scripts/tests/files.ts'

const sheet = readFileSync(join(root, 'console/src/theme/tokens.css'), 'utf8')
const colours = (block: string) =>
  new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6});/g)].map(([, name, value]) => [name ?? '', value ?? '']))
const blockOf = (selector: string) => sheet.slice(sheet.indexOf(selector), sheet.indexOf('\n}', sheet.indexOf(selector)))
const light = colours(blockOf(':root {'))
const dark = new Map([...light, ...colours(blockOf('[data-mantine-color-scheme="dark"] {'))])

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((one) => one + one) : (hex.slice(1).match(/../g) ?? [])
  const [r = 0, g = 0, b = 0] = digits.map((pair) => {
    const share = Number.parseInt(pair, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

it('contrast is computed as WCAG does', () => {
  assert.equal(contrast('#fff', '#000000'), 21)
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
})

for (const [theme, tokens] of Object.entries({ light, dark }))
  describe(`the ${theme} theme`, () => {
    for (const { ink, grounds, least } of pairs)
      it(`shows ${ink} with ${least}:1 at least`, () => {
        for (const ground of grounds) {
          const [above, below] = [tokens.get(ink), tokens.get(ground)]
          assert.ok(above && below, `--${ink} or --${ground} is missing`)
          const found = contrast(above, below)
          assert.ok(found >= least, `${ink} ${above} on ${ground} ${below}: ${found.toFixed(2)}`)
        }
      })
  })
