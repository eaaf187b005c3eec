import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { AppError } from '#core/errors.ts'
import { readAvatar as readAvatarOf } from '#outside/pictures/avatar.ts'

const readAvatar = (bytes: Buffer) => readAvatarOf(bytes, 'one')

const picture = (width: number, height: number, background = '#c03030') => sharp({ create: { width, height, channels: 3, background } })

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG of a few bytes whose header promises any number of pixels. */
function pngFlood(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', Buffer.alloc(64)), chunk('IEND', Buffer.alloc(0))])
}

function riff(type: string, ...parts: Uint8Array[]): Buffer {
  const data = Buffer.concat(parts)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(type, 'latin1'), length, data, Buffer.alloc(data.length % 2)])
}

/** A 4096×4096 WebP animation that shows one pixel again and again. */
function webpAnimation(still: Buffer, frames: number): Buffer {
  const side = [0xff, 0x0f, 0]
  const frame = riff('ANMF', Buffer.alloc(12), Buffer.from([10, 0, 0, 0]), still.subarray(12))
  const canvas = riff('VP8X', Buffer.from([2, 0, 0, 0, ...side, ...side]))
  return riff('RIFF', Buffer.from('WEBP'), canvas, riff('ANIM', Buffer.alloc(6)), ...Array.from({ length: frames }, () => frame))
}

async function refusal(bytes: Buffer): Promise<[number, string, string | undefined]> {
  const error = await readAvatar(bytes).then(
    () => assert.fail('was taken'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof AppError, String(error))
  return [error.status, error.code, error.details.fields?.[0]?.field]
}

describe('avatars', () => {
  for (const [format, contentType, extension] of [
    ['jpeg', 'image/jpeg', 'jpg'],
    ['png', 'image/png', 'png'],
    ['webp', 'image/webp', 'webp'],
  ] as const) {
    test(`${format} is kept as ${contentType} inside 512×512`, async () => {
      const avatar = await readAvatar(await picture(1600, 800).toFormat(format).toBuffer())
      assert.deepEqual([avatar.contentType, avatar.extension, avatar.width, avatar.height], [contentType, extension, 512, 256])
      const written = await sharp(avatar.body).metadata()
      assert.deepEqual([written.format, written.width, written.height], [format, 512, 256])
    })
  }

  test('a small picture is not blown up', async () => {
    const avatar = await readAvatar(await picture(40, 30).png().toBuffer())
    assert.deepEqual([avatar.width, avatar.height], [40, 30])
  })

  test('transparency stays', async () => {
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    const { data } = await sharp((await readAvatar(clear)).body)
      .raw()
      .toBuffer({ resolveWithObject: true })
    assert.equal(data[3], 0)
  })

  test('where a photo was taken, and every other word in it, is gone; it stands upright', async () => {
    const secret = 'SECRET-COMMENT'
    const photo = await picture(600, 300)
      .withExif({ IFD0: { Copyright: secret }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><x:y>${secret}</x:y></x:xmpmeta>`)
      .withMetadata({ orientation: 6, icc: 'p3' })
      .jpeg()
      .toBuffer()
    const before = await sharp(photo).metadata()
    assert.ok(before.exif && before.xmp && before.icc && before.orientation === 6 && photo.includes(secret))
    const avatar = await readAvatar(photo)
    const left = await sharp(avatar.body).metadata()
    assert.deepEqual([left.exif, left.xmp, left.icc, left.iptc, left.orientation], [undefined, undefined, undefined, undefined, undefined])
    assert.deepEqual([avatar.width, avatar.height], [256, 512])
    assert.equal(avatar.body.includes(secret), false)
  })

  test('what hides behind the picture does not get through', async () => {
    const hidden = Buffer.from('<?php system($_GET["c"]); ?><script>alert(1)</script>')
    const avatar = await readAvatar(Buffer.concat([await picture(64, 64).png().toBuffer(), hidden]))
    assert.equal(avatar.body.includes(hidden), false)
  })

  test('of an animation the first frame is kept', async () => {
    const frames = await Promise.all(['#ff0000', '#0000ff'].map((colour) => picture(32, 32, colour).png().toBuffer()))
    const animation = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100], lossless: true })
      .toBuffer()
    assert.equal((await sharp(animation).metadata()).pages, 2)
    const avatar = await readAvatar(animation)
    assert.deepEqual([avatar.width, avatar.height, (await sharp(avatar.body).metadata()).pages], [32, 32, undefined])
    const [red, , blue] = await sharp(avatar.body).raw().toBuffer()
    assert.ok(red! > 200 && blue! < 60)
  })

  test('an animation of very many frames is refused', async () => {
    const still = await picture(1, 1).webp().toBuffer()
    assert.equal((await readAvatar(webpAnimation(still, 1000))).width, 512)
    assert.deepEqual(await refusal(webpAnimation(still, 1001)), [400, 'image_invalid', 'file'])
    assert.deepEqual(await refusal(webpAnimation(still, 25_000)), [400, 'image_invalid', 'file'])
  })

  test('4096×4096 is taken', async () => {
    const avatar = await readAvatar(await picture(4096, 4096).jpeg().toBuffer())
    assert.deepEqual([avatar.width, avatar.height], [512, 512])
  })

  for (const [width, height] of [
    [4097, 1],
    [1, 4097],
    [30_000, 30_000],
    [2 ** 31 - 1, 2 ** 31 - 1],
  ] as const) {
    test(`a header that says ${width}×${height} is refused undecoded`, async () => {
      const [status, code] = await refusal(pngFlood(width, height))
      assert.equal(status, 400)
      // The pixels of this file are broken, so any other code would mean that they were looked at.
      assert.ok(code === 'image_too_large' || width > 1e6, code)
    })
  }

  test('a wide JPEG and WebP are too large as well', async () => {
    assert.deepEqual(await refusal(await picture(4097, 2).jpeg().toBuffer()), [400, 'image_too_large', 'file'])
    assert.deepEqual(await refusal(await picture(2, 4097).webp().toBuffer()), [400, 'image_too_large', 'file'])
  })

  test('gif, svg, bmp, tiff, avif, pdf and text are no avatars', async () => {
    const others = [
      await picture(8, 8).gif().toBuffer(),
      await picture(8, 8).tiff().toBuffer(),
      await picture(8, 8).avif().toBuffer(),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
      Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('BM\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000'),
      Buffer.from('%PDF-1.7\n'),
      Buffer.from('GIF89a/*'),
      Buffer.from('just text'),
      Buffer.alloc(0),
      Buffer.alloc(1000),
    ]
    for (const bytes of others) assert.deepEqual((await refusal(bytes)).slice(0, 2), [415, 'unsupported_media_type'])
  })

  test('a broken picture is told so, and the next one still works', async () => {
    const photo = await picture(300, 300).jpeg().toBuffer()
    const png = await picture(300, 300).png().toBuffer()
    const broken = [photo.subarray(0, photo.length / 2), png.subarray(0, 60), pngFlood(10, 10), photo.subarray(0, 20)]
    for (const bytes of broken) assert.deepEqual(await refusal(bytes), [400, 'image_invalid', 'file'])
    assert.equal((await readAvatar(photo)).width, 300)
  })

  test('many at once all come out', async () => {
    const photo = await picture(300, 200).webp().toBuffer()
    const avatars = await Promise.all(Array.from({ length: 10 }, () => readAvatar(photo)))
    assert.ok(avatars.every((avatar) => avatar.width === 300 && avatar.height === 200))
  })
})
