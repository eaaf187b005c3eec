import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { secondsMs } from '#core/clock.ts'
import { invalid } from '#core/errors.ts'
import { loadSharp } from './sharp.ts'
import type { PictureMade } from './work.ts'

/** An SVG of ten megabytes takes some seconds on a busy machine; what takes longer is made to. */
const longestMs = secondsMs(60)
/** Megabytes; of the drawings of 10 MB that were tried, maps and plans, each was cleaned in 48. */
const limits = { maxOldGenerationSizeMb: 56, maxYoungGenerationSizeMb: 8 }
/** Bytes of a clean drawing above which only its first tag is asked how large it is: each element takes more than a kilobyte of whoever reads it. */
const mostMeasured = 1_000_000
const ending = extname(import.meta.url)

/**
 * Cleans an SVG (`cleanSvg`) on a thread that may use no more memory than its limits: beyond them it ends, and the process does not.
 * Throws 400 for field `file`: `image_invalid` for what is not UTF-8, has a document type or an entity of its own, or is no picture once it
 * is clean.
 */
export async function cleanDrawing(bytes: Uint8Array<ArrayBuffer>): Promise<PictureMade['drawing'] & { body: Uint8Array }> {
  const body = await cleaned(bytes)
  if (body === null) throw invalid('file', 'image_invalid')
  return { body, ...(await sizeOf(body)) }
}

async function cleaned(bytes: Uint8Array<ArrayBuffer>): Promise<Buffer | null> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | null>()
  const worker = new Worker(new URL(`./svg-thread${ending}`, import.meta.url), { resourceLimits: limits })
  worker.once('message', resolve)
  // what is thrown there (nesting too deep, memory) is the picture's fault
  worker.once('error', () => resolve(null)).once('exit', () => resolve(null))
  const timer = setTimeout(() => resolve(null), longestMs)
  worker.postMessage(bytes, bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [])
  const body = await promise
  clearTimeout(timer)
  await worker.terminate()
  return body && Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

/** Pixels of all of it, by the library that would draw it; nothing is drawn. */
async function sizeOf(body: Buffer): Promise<{ width: number; height: number }> {
  if (!/^<svg[\s>]/.test(body.subarray(0, 5).toString())) throw invalid('file', 'image_invalid')
  // the first tag says it of nearly all
  const firstTag = body.subarray(0, body.indexOf('>') + 1)
  const said = await measured(Buffer.concat([firstTag, Buffer.from('</svg>')]))
  const size = said ?? (body.length > mostMeasured ? null : await measured(body))
  if (!size) throw invalid('file', 'image_invalid')
  return size
}

async function measured(drawing: Buffer): Promise<{ width: number; height: number } | null> {
  const header = await (await loadSharp())(drawing, { failOn: 'error', limitInputPixels: false, unlimited: true })
    .metadata()
    .catch(() => null)
  return header?.format === 'svg' && header.width > 0 && header.height > 0 ? { width: header.width, height: header.height } : null
}
