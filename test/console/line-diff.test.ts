/** Lines in which two texts differ. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { conflictOf, diffOf, hunksOf, linesOf } from '../../console/src/ui/shown/line-diff.ts'

const signs = { same: ' ', taken: '-', added: '+' } as const
const shown = (before: string, after: string) => diffOf(before, after).map(({ mark, text }) => signs[mark] + text)

describe('lines in which two texts differ', () => {
  it('are those of one that the other has not', () => {
    assert.deepEqual(shown('a\nb\nc', 'a\nB\nc\nd'), [' a', '-b', '+B', ' c', '+d'])
    assert.deepEqual(shown('a\nb\nc\nd', 'b\nd'), ['-a', ' b', '-c', ' d'])
    assert.deepEqual(shown('', 'a\n'), ['+a', '+'])
    assert.deepEqual(shown('a', ''), ['-a'])
    assert.deepEqual(shown('a\r\nb\rc', 'a\nb\nc'), [' a', ' b', ' c'])
    assert.deepEqual(shown('a\na\nb', 'a\nb\na'), [' a', '-a', ' b', '+a'])
  })

  it('are parted behind the tags where all stands in one line', () => {
    const mail = (name: string) => `<table><tr><td style="${'x'.repeat(200)}"></td></tr></table><p>Hello ${name}</p>`
    assert.deepEqual(
      shown(mail('you'), mail('all')).filter((line) => !line.startsWith(' ')),
      ['-Hello you</p>', '+Hello all</p>'],
    )
  })

  it('are those of two who saved one text, or none where no line differs', () => {
    const marked = (base: string, mine: string, theirs: string) =>
      conflictOf({ base, mine, theirs })?.hunks.flatMap(({ lines }) => lines.map(({ mark, text }) => signs[mark] + text)) ?? null
    assert.deepEqual(marked('a', 'b', 'c'), ['-c', '+b'])
    assert.deepEqual(marked('a', 'a', 'c'), ['-a', '+c'])
    assert.equal(marked('a', 'c', 'c'), null)
    assert.equal(marked('a', 'b\nc', 'b\r\nc'), null)
    assert.equal(marked('a\nb', 'a\nb', 'a\r\nb'), null)
  })

  it('make both texts, whatever they are, with as few lines as can be', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffOf(before, after)
        const without = (mark: string) => lines.filter((line) => line.mark !== mark).map((line) => line.text)
        assert.deepEqual(without('added'), linesOf(before))
        assert.deepEqual(without('taken'), linesOf(after))
        const { hunks, skipped, left } = hunksOf(lines, 2, 5)
        const count = hunks.reduce((sum, hunk) => sum + hunk.skipped + hunk.lines.length, skipped + left)
        assert.equal(count, lines.length)
        assert.equal(lines.filter(({ mark }) => mark === 'same').length, longest(linesOf(before), linesOf(after)))
      }),
    )
  })

  it('are all of both where there are more than can be compared, and no more than somebody reads are shown', () => {
    const many = (sign: string) => Array.from({ length: 20_000 }, (_, n) => `${sign}${n % 7}`).join('\n')
    const lines = diffOf(`same\n${many('a')}\nend`, `same\n${many('b')}\nend`)
    assert.equal(lines.length, 40_002)
    const { hunks, skipped, left } = hunksOf(lines)
    assert.deepEqual([hunks[0]?.lines.length, skipped, left], [300, 1, 39_701])
  })
})

/** How many lines two texts have in common in their order, by trying all. */
function longest(one: readonly string[], other: readonly string[]): number {
  let row = [0, ...other.map(() => 0)]
  for (const line of one) {
    const next = [0]
    for (const [place, text] of other.entries())
      next.push(line === text ? (row[place] ?? 0) + 1 : Math.max(row[place + 1] ?? 0, next[place] ?? 0))
    row = next
  }
  return row.at(-1) ?? 0
}
