/** Forms with a file in them, and small files of every kind. */
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expectStatus, type RequestOptions, type TestApp } from '../harness.ts'

export const uploadPath = '/api/v1/files/upload'

/** A form with a file, and fields behind it. */
export function form(bytes: Uint8Array | string, fileName = 'file', fields: Record<string, string> = {}): RequestOptions {
  const parts = Object.entries(fields).map(([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: text/html\r\n\r\n`
  return {
    raw: Buffer.concat([Buffer.from(head), Buffer.from(bytes as string), Buffer.from(`\r\n${parts.join('')}--b--\r\n`)]),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  }
}

export const upload = (app: TestApp, token: string, bytes: Uint8Array | string, fileName?: string, fields?: Record<string, string>) =>
  app.request('POST', uploadPath, { ...form(bytes, fileName, fields), token })

export const uploaded = async (
  app: TestApp,
  token: string,
  bytes: Uint8Array | string,
  fileName?: string,
  fields?: Record<string, string>,
) => expectStatus(await upload(app, token, bytes, fileName, fields), 201).json

/** The bytes of an answer, as they came. */
export async function bytesAt(app: TestApp, path: string, token: string | null, headers: Record<string, string> = {}) {
  const answer = await fetch(app.url + path, { headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers } })
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
}

export const pdf = (bytes = 100) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(Math.max(0, bytes - 9), 'x')])
export const picture = (side = 8, background = 'red') => sharp({ create: { width: side, height: side, channels: 3, background } })

/** An archive of empty files of these names, stored. */
export function zip(names: readonly string[]): Buffer {
  const local = names.map((name) => {
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(name.length, 26)
    return Buffer.concat([head, Buffer.from(name)])
  })
  let at = 0
  const central = names.map((name, n) => {
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50, 0)
    head.writeUInt16LE(name.length, 28)
    head.writeUInt32LE(at, 42)
    at += local[n]!.length
    return Buffer.concat([head, Buffer.from(name)])
  })
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(Buffer.concat(central).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, ...central, end])
}

/** A compound file of one table sector and one directory sector with these streams. */
export function compound(names: readonly string[]): Buffer {
  const file = Buffer.alloc(512 * 3)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
  file.writeUInt16LE(9, 30)
  file.writeUInt32LE(1, 48)
  file.writeUInt32LE(0xfffffffe, 68)
  for (let n = 0; n < 109; n++) file.writeUInt32LE(n === 0 ? 0 : 0xffffffff, 76 + n * 4)
  file.writeUInt32LE(0xfffffffd, 512)
  file.writeUInt32LE(0xfffffffe, 516)
  for (const [n, name] of names.entries()) {
    file.write(name, 1024 + n * 128, 'utf16le')
    file.writeUInt16LE(name.length * 2 + 2, 1024 + n * 128 + 64)
  }
  return file
}

/** A PNG of a few bytes whose header promises any number of pixels. */
export function pngFlood(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', Buffer.alloc(64)), chunk('IEND', Buffer.alloc(0))])
}
