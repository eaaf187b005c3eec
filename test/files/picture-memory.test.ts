/** What hostile and large pictures take of the memory of a real service, two at a time, as Linux counts it. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { killEnv, tokenOf } from '../faults/kill-loop.ts'
import { type Service, startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { form, uploadPath } from './rig.ts'

const megabyte = 1024 * 1024
/** The start gives back what it left two seconds after it. */
const restMs = 4000
/** Megabytes that two pictures at once take beside what is held already. */
const mostMore = 220

const svgOf = (inside: string, bytes: number, before = '') => {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${before}`
  const times = Math.floor((bytes - head.length - 6) / inside.length)
  return Buffer.from(`${head}${inside.repeat(times)}</svg>`)
}
const path = (letters: number) => `<path fill="#123456" d="M0 0${'L12.5 99.25'.repeat(Math.floor(letters / 11))}"/>`

/** Of those that were tried the ones that took most. */
const drawings: Record<string, (bytes: number) => Buffer> = {
  'long paths': (bytes) => svgOf(path(bytes / 2.05), bytes),
  'as many elements as are kept': (bytes) =>
    svgOf(`<g id="a"><path d="${'M1 2L3 4'.repeat(Math.floor(bytes / 50_100 / 8 - 3))}"/></g>`, bytes * 0.95),
  'one long text': (bytes) => svgOf(`<text>${'&lt;x&#38;'.repeat(Math.floor(bytes / 10 - 20))}</text>`, bytes),
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, sum])
}
const number = (...values: number[]) => {
  const all = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) all.writeUInt32BE(value, at * 4)
  return all
}

/** A PNG of one colour that says what size it is, with frames after the first. */
function png(width: number, height: number, frames = 0): Buffer {
  const rows = deflateSync(Buffer.alloc((width + 1) * Math.min(height, 4096)))
  const small = deflateSync(Buffer.alloc(2))
  const parts = [chunk('IHDR', Buffer.concat([number(width, height), Buffer.from([8, 0, 0, 0, 0])]))]
  if (frames > 0) parts.push(chunk('acTL', number(frames, 0)))
  parts.push(chunk('IDAT', rows))
  for (let n = 0; n < frames; n++) {
    parts.push(chunk('fcTL', Buffer.concat([number(2 * n, 1, 1, 0, 0), Buffer.from([0, 1, 0, 1, 0, 0])])))
    parts.push(chunk('fdAT', Buffer.concat([number(2 * n + 1), small])))
  }
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts, chunk('IEND', Buffer.alloc(0))])
}

function gif(side: number, frames: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(side, 0)
  size.writeUInt16LE(side, 2)
  const head = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])])
  const frame = Buffer.concat([Buffer.from([0x2c, 0, 0, 0, 0]), Buffer.from([1, 0, 1, 0]), Buffer.from([0, 2, 2, 0x44, 1, 0])])
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

const noise = (side: number, channels: 3 | 4) =>
  sharp({ create: { width: side, height: side, channels, background: '#123456', noise: { type: 'gaussian', mean: 128, sigma: 20 } } })

const pixels: Record<string, () => Promise<Buffer>> = {
  'the largest that is taken': () =>
    sharp({ create: { width: 4096, height: 4096, channels: 4, background: '#12345678' } })
      .png()
      .toBuffer(),
  'a progressive JPEG': () => noise(2600, 3).jpeg({ progressive: true, quality: 90 }).toBuffer(),
  WebP: () =>
    sharp({ create: { width: 4096, height: 4096, channels: 4, background: '#12345678' } })
      .webp()
      .toBuffer(),
  'a flood': async () => png(60_000, 60_000),
  'an APNG of 100,000 frames': async () => png(16, 16, 100_000),
  'a GIF of 1000 frames': async () => gif(128, 1000),
}

let service: Service
let token: string
let tenantId: string
let rest = 0

const megabytesOf = (field: 'VmHWM' | 'VmRSS') =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024

describe('the memory of a service that is sent pictures', { skip: process.platform !== 'linux' }, () => {
  before(async () => {
    const databaseUrl = process.env.TEST_DATABASE === 'postgres' ? (await sharedPostgresDatabase()).url : null
    service = await startService({ databaseUrl, env: killEnv })
    token = await tokenOf(service.http)
    tenantId = (await service.http.post('/api/v1/Tenants', { name: 'Pictures', code: 'pictures' }, { token })).json.id
    await sleep(restMs)
    rest = megabytesOf('VmRSS')
  })

  const send = async (address: string, bytes: Buffer, name: string) => {
    const { raw } = form(bytes, name)
    const headers = { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${token}` }
    const answer = await fetch(service.url + address, { method: 'POST', headers, body: raw as Buffer<ArrayBuffer> })
    await answer.arrayBuffer()
    return answer.status
  }
  /** As a file and as a logo at the same moment; how much more was held meanwhile than before. */
  const taken = async (asFile: Buffer, asLogo: Buffer, name: string) => {
    // the kernel forgets the peak of before
    writeFileSync(`/proc/${service.pid}/clear_refs`, '5')
    const before = megabytesOf('VmRSS')
    const begun = performance.now()
    const statuses = await Promise.all([send(uploadPath, asFile, name), send(`/api/v1/Tenants/${tenantId}/logo`, asLogo, name)])
    const [more, all] = [megabytesOf('VmHWM') - before, megabytesOf('VmHWM') - rest].map(Math.round)
    const told = `${more} MB more, ${all} MB above rest, ${Math.round(performance.now() - begun)} ms, ${statuses}`
    if (process.env.TELL) console.log(name.padEnd(40), told)
    for (const status of statuses) assert.ok(status < 500, told)
    assert.ok(more! < mostMore, told)
  }

  for (const [what, make] of Object.entries(drawings))
    it(`a drawing of 10 MB and one of 5: ${what}`, () => taken(make(10 * megabyte), make(4.9 * megabyte), `${what}.svg`))

  for (const [what, make] of Object.entries(pixels))
    it(`two pictures of pixels: ${what}`, async () => {
      const bytes = await make()
      await taken(bytes, bytes, `${what}.png`)
    })
})
