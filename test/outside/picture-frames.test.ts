/** What a process for pictures says is believed only as far as it can be true. */
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { it } from 'node:test'
import { AppError } from '#core/errors.ts'
import { FrameReader, writeFrame } from '#outside/pictures/apart/frames.ts'
import { madeOf, saidOf } from '#outside/pictures/apart/work.ts'

function written(told: object, body?: Uint8Array): Buffer {
  const pipe = new PassThrough()
  writeFrame(pipe, told, body)
  return pipe.read() as Buffer
}

it('frames come together whatever the pieces that they come in', () => {
  const all = Buffer.concat([written({ n: 1 }), written({ n: 2 }, Buffer.from('body')), written({ n: 3 })])
  for (const size of [1, 2, 3, 7, 8, 9, all.length]) {
    const reader = new FrameReader(100)
    const frames = []
    for (let at = 0; at < all.length; at += size) frames.push(...reader.read(all.subarray(at, at + size)))
    assert.deepEqual(
      frames.map(({ told, body }) => [told, body.toString()]),
      [
        [{ n: 1 }, ''],
        [{ n: 2 }, 'body'],
        [{ n: 3 }, ''],
      ],
    )
  }
})

it('a frame that is too long, or no JSON, is none', () => {
  assert.throws(() => new FrameReader(3).read(written({ n: 2 }, Buffer.from('body'))), /a frame of/)
  assert.throws(() => new FrameReader(100).read(Buffer.from('not a frame at all')), /a frame of/)
  assert.throws(() => new FrameReader(100).read(Buffer.alloc(16)), /a frame of 0/)
  const broken = written({ n: 2 })
  broken[8] = 0
  assert.throws(() => new FrameReader(100).read(broken), SyntaxError)
})

it('an answer of another kind is no answer', () => {
  for (const told of [null, 'ready', {}, { heldMegabytes: 1, more: 1 }, { heldMegabytes: 1, refusal: { code: 'not_found' } }])
    assert.throws(() => saidOf(told), JSON.stringify(told))
  const work = { ask: 'drawing' } as const
  for (const made of [undefined, {}, { width: 0, height: 1 }, { width: 1, height: 1, contentType: 'text/html' }])
    assert.throws(
      () => madeOf(work, saidOf({ heldMegabytes: 1, made })),
      (error) => error instanceof AppError && error.code === 'image_invalid',
    )
  assert.deepEqual(madeOf(work, saidOf({ heldMegabytes: 1, made: { width: 3, height: 4 } })), { width: 3, height: 4 })
})
