/** What hostile and large pictures take of the memory of a real service, two at a time, as Linux counts it. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { killEnv, tokenOf } from '../faults/kill-loop.ts'
import { eventually } from '../rig/ports.ts'
import { type Service, startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { form, uploadPath } from './rig.ts'

const megabyte = 1024 * 1024
/** The start gives back what it left two seconds after it. */
const restMs = 4000
/** Megabytes above rest that the service and the processes it makes for pictures hold together, whatever came before. */
const mostAboveRest = 220
const lookMs = 10

const svgOf = (inside: string, bytes: number, before = '') => {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${before}`
  const times = Math.floor((bytes - head.length - 6) / inside.length)
  return Buffer.from(`${head}${inside.repeat(times)}</svg>`)
}
const path = (letters: number) => `<path fill="#123456" d="M0 0${'L12.5 99.25'.repeat(Math.floor(letters / 11))}"/>`

/** Of those that were tried the ones that took most of each kind. */
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
const solid = (channels: 3 | 4) => sharp({ create: { width: 4096, height: 4096, channels, background: '#12345678' } })
const inScans = { progressive: true, chromaSubsampling: '4:4:4' } as const

/** Frames of noise that shines through, none like another. */
async function animation(side: number, frames: number): Promise<Buffer> {
  const all = await Promise.all(Array.from({ length: frames }, () => noise(side, 4).raw().toBuffer()))
  const raw = { width: side, height: side * frames, channels: 4, pageHeight: side } as const
  return await sharp(Buffer.concat(all), { raw })
    .webp({ quality: 20, effort: 0, loop: 0, delay: all.map(() => 50) })
    .toBuffer()
}

/** Of those that were tried the ones that took most of each kind. */
const pixels: Record<string, () => Promise<Buffer>> = {
  'a flood': async () => png(60_000, 60_000),
  'a progressive JPEG': () => solid(3).resize(2896).jpeg(inScans).toBuffer(),
  'a PNG in scans': () => solid(4).resize(3547).png({ progressive: true }).toBuffer(),
  'a GIF of 1000 frames': async () => gif(128, 1000),
  'an APNG of 100,000 frames': async () => png(16, 16, 100_000),
  'the largest that is taken': () => solid(4).png().toBuffer(),
  'a progressive JPEG with fewer colours than dots': () => solid(3).jpeg({ progressive: true }).toBuffer(),
  'a progressive JPEG that is turned': () => solid(3).jpeg(inScans).withMetadata({ orientation: 6 }).toBuffer(),
  'a progressive JPEG of four colours': () => solid(3).toColourspace('cmyk').jpeg(inScans).toBuffer(),
  'a PNG of 16 bits in scans': () => solid(4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  'an opaque WebP': () => noise(4096, 3).webp({ quality: 50, effort: 0 }).toBuffer(),
  'a WebP that shines through': () => noise(3000, 4).webp({ quality: 50, effort: 0 }).toBuffer(),
  'a moving WebP that shines through': () => animation(1000, 8),
}

let service: Service
let token: string
let tenantId: string
let rest = 0
let shared = 0
let mostSeen = 0

const statusOf = (pid: number, field: 'VmHWM' | 'VmRSS' | 'RssAnon' | 'RssFile' | 'PPid') => {
  try {
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0 // it has ended
  }
}
const megabytesOf = (field: 'VmHWM' | 'VmRSS') => statusOf(service.pid, field) / 1024
const pids = () => readdirSync('/proc').map(Number).filter(Number.isInteger)
/** Megabytes of a Node that does nothing which it reads from its own file: the service has them in memory already. */
async function ofNodeItself(): Promise<number> {
  const bare = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log()'], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(bare.stdout, 'data')
  const megabytes = statusOf(bare.pid!, 'RssFile') / 1024
  bare.kill()
  return megabytes
}
/** What the processes that are there for pictures hold; what they read of the same files is in memory once. */
function apart(): number {
  const there = pids().filter((pid) => statusOf(pid, 'PPid') === service.pid)
  const files = there.map((pid) => statusOf(pid, 'RssFile') / 1024 - shared)
  return there.reduce((sum, pid) => sum + statusOf(pid, 'RssAnon') / 1024, 0) + Math.max(0, ...files)
}

describe('the memory of a service that is sent pictures', { skip: process.platform !== 'linux' }, () => {
  before(async () => {
    const databaseUrl = process.env.TEST_DATABASE === 'postgres' ? (await sharedPostgresDatabase()).url : null
    service = await startService({ databaseUrl, env: killEnv })
    token = await tokenOf(service.http)
    tenantId = (await service.http.post('/api/v1/Tenants', { name: 'Pictures', code: 'pictures' }, { token })).json.id
    // what a service loads that takes pictures at all
    for (let n = 0; n < 5; n++) await send(uploadPath, svgOf('<g/>', 200), 'small.svg')
    await sleep(restMs)
    shared = await ofNodeItself()
    rest = megabytesOf('VmRSS')
  })

  const send = async (address: string, bytes: Buffer, name: string) => {
    const { raw } = form(bytes, name)
    const headers = { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${token}` }
    const answer = await fetch(service.url + address, { method: 'POST', headers, body: raw as Buffer<ArrayBuffer> })
    await answer.arrayBuffer()
    return answer.status
  }
  /** As a file and as a logo at the same moment; how much was held meanwhile. */
  const taken = async (asFile: Buffer, asLogo: Buffer, name: string) => {
    // the kernel forgets the peak of before
    writeFileSync(`/proc/${service.pid}/clear_refs`, '5')
    const begun = performance.now()
    let mostApart = 0
    const looking = setInterval(() => {
      mostApart = Math.max(mostApart, apart())
    }, lookMs)
    const statuses = await Promise.all([send(uploadPath, asFile, name), send(`/api/v1/Tenants/${tenantId}/logo`, asLogo, name)])
    clearInterval(looking)
    const [here, there] = [megabytesOf('VmHWM') - rest, mostApart].map(Math.round) as [number, number]
    const told = `${here} MB above rest, ${there} MB apart, ${Math.round(performance.now() - begun)} ms, ${statuses}`
    if (process.env.TELL) console.log(name.padEnd(40), told)
    for (const status of statuses) assert.ok(status < 500, told)
    mostSeen = Math.max(mostSeen, there)
    assert.ok(here + there < mostAboveRest, told)
  }

  for (const [what, make] of Object.entries(drawings))
    it(`a drawing of 10 MB and one of 5: ${what}`, () => taken(make(10 * megabyte), make(4.9 * megabyte), `${what}.svg`))

  for (const [what, make] of Object.entries(pixels))
    it(`two pictures of pixels: ${what}`, async () => {
      const bytes = await make()
      await taken(bytes, bytes, `${what}.png`)
    })
  it('was held by processes that have ended when nothing more comes', async () => {
    assert.ok(mostSeen > 0, 'no process was made for a picture')
    await eventually('no process for pictures is left', () => apart() === 0 || null)
  })
})
