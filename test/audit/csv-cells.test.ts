/** Cells of exports: none begins a formula, in whatever country they are opened, and each can be had back as it was. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cell, guarded, row } from '#modules/audit/export/csv-cells.ts'
import { parseCsv, unguarded } from './export.rig.ts'

const risky = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']
const pieces = fc.constantFrom(...risky, "'", '"', ';', ',', ' ', 'a', '1', 'ك', '=cmd|', '""')
const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''))

describe('cells of a CSV file', () => {
  it('an apostrophe stands before what would be a formula', () => {
    for (const first of risky) assert.equal(guarded(`${first}1`), `'${first}1`)
    assert.equal(cell('=HYPERLINK("x")'), `"'=HYPERLINK(""x"")"`)
    assert.equal(cell('-1+1'), `"'-1+1"`)
    assert.equal(guarded('a;=1'), "a;'=1")
    assert.equal(guarded('a;"=1'), `a;'"=1`)
    assert.equal(guarded('a\n@x'), "a\n'@x")
    assert.equal(cell(null), '')
    for (const plain of ['', 'a=1', 'Mozilla/5.0 (X11; Linux)', 'السلام', '2026-11-23T10:00:00.000Z'])
      assert.equal(cell(plain), `"${plain}"`)
  })

  it('every text comes back as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(texts, fc.string({ unit: 'binary' })), { minLength: 1, maxLength: 5 }), (values) => {
        assert.deepEqual(
          parseCsv(row(values)).map((cells) => cells.map(unguarded)),
          [values],
        )
      }),
    )
  })

  it('no piece of a row begins a formula, wherever a spreadsheet splits it', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 5 }), (values) => {
        const text = row(['id', ...values])
        for (const piece of [...parseCsv(text).flat(), ...text.split(/[;\t\r\n]/).slice(1)])
          assert.doesNotMatch(piece.replace(/^"+/, ''), /^[=+\-@＝＋－＠]/, JSON.stringify(text))
      }),
    )
  })
})
