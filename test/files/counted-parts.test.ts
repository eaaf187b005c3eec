/** Parts of a body are counted however it is cut into pieces. */
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { it } from 'node:test'
import { countedParts } from '#http/uploads/counted-parts.ts'
import { mostParts } from '#http/uploads/upload.ts'

const boundary = 'b--b'

/** @returns what was handed on, and whether it was too much */
async function counted(body: Buffer, pieceBytes: number): Promise<{ passed: number; isTooMuch: boolean }> {
  let isTooMuch = false
  const stream = countedParts(boundary, () => {
    isTooMuch = true
  })
  const passed = buffer(stream)
  for (let at = 0; at < body.length; at += pieceBytes) stream.write(body.subarray(at, at + pieceBytes))
  stream.end()
  return { passed: (await passed).length, isTooMuch }
}

it('as many as may be pass whole, one more is told, in pieces of any length', async () => {
  // beginnings of a delimiter that are none, beside those that are
  const part = `--${boundary}\r\n\r\n--b--a\r\n-\r\n--b-\n`
  const close = `--${boundary}--\r\n`
  for (let pieceBytes = 1; pieceBytes < 40; pieceBytes++) {
    const most = Buffer.from(part.repeat(mostParts) + close)
    assert.deepEqual(await counted(most, pieceBytes), { passed: most.length, isTooMuch: false }, `${pieceBytes}`)
    const more = Buffer.from(part.repeat(mostParts + 1) + close)
    assert.equal((await counted(more, pieceBytes)).isTooMuch, true, `${pieceBytes}`)
  }
})
