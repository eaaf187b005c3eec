import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { secondsMs } from '#core/clock.ts'
import { invalid } from '#core/errors.ts'
import { inTurn } from './picture-turns.ts'
import { loadSharp } from './raster.ts'

/** An SVG of ten megabytes takes some seconds on a busy machine; what takes longer is made to. */
const longestMs = secondsMs(60)
/** Megabytes; what is kept of a drawing of 10 MB takes about 80. */
const limits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 }
/** Bytes of a drawing above which it is a large one (`inTurn`). */
const largeBytes = 1_000_000
const ending = extname(import.meta.url)

export interface CleanSvg {
  body: Buffer
  /** Pixels that it is drawn in where nobody says how large. */
  width: number
  height: number
}

/**
 * Cleans an SVG (`cleanSvg`) on a thread of its own, when the turn of its holder has come: a large one takes a second, in which the process must answer others.
 * The thread knows nothing of the process, and ends when nothing more is to be cleaned.
 * Throws 400 for field `file`: `image_invalid` for what is not UTF-8, has a document type or an entity of its own, or is no picture once it
 * is clean.
 * @param holder who sends it (`pictureTurns`)
 */
export function cleanSvgApart(bytes: Buffer, holder: string): Promise<CleanSvg> {
  return inTurn(holder, bytes.length > largeBytes, async () => {
    const body = await cleaned(bytes)
    if (body === null) throw invalid('file', 'image_invalid')
    return { body, ...(await sizeOf(body)) }
  })
}

async function cleaned(bytes: Buffer): Promise<Buffer | null> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | null>()
  const worker = new Worker(new URL(`./svg-thread${ending}`, import.meta.url), {
    // as the process was started, whatever else it was started with
    execArgv: ending === '.ts' ? ['--conditions=source'] : [],
    env: {},
    resourceLimits: limits,
  })
  worker.once('message', resolve)
  // what is thrown there (nesting too deep, memory) is the picture's fault
  worker.once('error', () => resolve(null)).once('exit', () => resolve(null))
  const timer = setTimeout(() => resolve(null), longestMs)
  worker.postMessage(bytes)
  const body = await promise
  clearTimeout(timer)
  await worker.terminate()
  return body && Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

/** Pixels of all of it, by the library that would draw it; nothing is drawn. */
async function sizeOf(body: Buffer): Promise<{ width: number; height: number }> {
  if (!/^<svg[\s>]/.test(body.subarray(0, 5).toString())) throw invalid('file', 'image_invalid')
  // the first tag says it of nearly all; what is in it takes more than a kilobyte for each element to be read
  const firstTag = body.subarray(0, body.indexOf('>') + 1)
  const said = await measured(Buffer.concat([firstTag, Buffer.from('</svg>')]))
  const size = said ?? (body.length > largeBytes ? null : await measured(body))
  if (!size) throw invalid('file', 'image_invalid')
  return size
}

async function measured(drawing: Buffer): Promise<{ width: number; height: number } | null> {
  const sharp = await loadSharp()
  const header = await sharp(drawing, { failOn: 'error', limitInputPixels: false, unlimited: true })
    .metadata()
    .catch(() => null)
  return header?.format === 'svg' && header.width > 0 && header.height > 0 ? { width: header.width, height: header.height } : null
}
