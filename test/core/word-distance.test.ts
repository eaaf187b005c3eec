/** Optimal string alignment, with and without an end before the exact number. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wordDistance } from '#core/text/word-distance.ts'

test('counts what is put in, taken out, changed and swapped', () => {
  const pairs: [string, string, number][] = [
    ['', '', 0],
    ['', 'abc', 3],
    ['PORT', 'PORT', 0],
    ['PORT', 'PROT', 1],
    ['PORT', 'PORTS', 1],
    ['DATABASE_URL', 'DATABSE_ULR', 2],
    ['ca', 'abc', 3],
  ]
  for (const [one, other, distance] of pairs) assert.equal(wordDistance(one, other), distance, `${one} ${other}`)
})

test('ends early only with a number above what is asked for', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
  fc.assert(
    fc.property(word, word, fc.nat({ max: 4 }), (one, other, most) => {
      const [exact, ended] = [wordDistance(one, other), wordDistance(one, other, most)]
      if (exact <= most) assert.equal(ended, exact)
      else assert.ok(ended > most)
    }),
    { numRuns: 2000, seed: 1 },
  )
})
