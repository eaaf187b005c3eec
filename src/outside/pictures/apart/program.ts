/**
 * `spawn('program.js')`: takes uploaded pictures apart from the service. Whoever draws them is native code that strangers feed: what it does
 * wrong ends this process, what it holds goes with it, and nothing of the service is in its memory or its environment. It reads frames from
 * its input and writes them to its output; what it says is judged by whoever reads it (`work.ts`).
 */
import { writeFile } from 'node:fs/promises'
import { AppError } from '#core/errors.ts'
import { cleanDrawing } from './clean-drawing.ts'
import { drawRaster, headerOf } from './draw-raster.ts'
import { FrameReader, writeFrame } from './frames.ts'
import type { PictureWork } from './work.ts'

/** Bytes; no upload is longer. */
const mostGiven = 64 * 1024 * 1024

async function make(work: PictureWork, bytes: Buffer<ArrayBuffer>): Promise<object & { body?: Uint8Array }> {
  if (work.ask === 'header') return await headerOf(bytes, work.isAnimated)
  if (work.ask === 'raster') return await drawRaster(bytes, work.header, work.rules)
  return await cleanDrawing(bytes)
}

const heldMegabytes = () => process.memoryUsage.rss() / 1024 / 1024

async function answer(work: PictureWork, bytes: Buffer<ArrayBuffer>): Promise<void> {
  try {
    const { body, ...made } = await make(work, bytes)
    writeFrame(process.stdout, { made, heldMegabytes: heldMegabytes() }, body)
  } catch (error) {
    // any other is a fault of this program, which ends with it
    if (!(error instanceof AppError)) throw error
    const { code, details } = error
    writeFrame(process.stdout, { refusal: { code, maximum: details.params?.maximum }, heldMegabytes: heldMegabytes() })
  }
}

// where memory lacks, Linux ends whoever has the highest number first
if (process.platform === 'linux') await writeFile('/proc/self/oom_score_adj', '500').catch(() => undefined)
// sent to all of a terminal or a unit: the service ends it, when its last request is answered
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
const frames = new FrameReader(mostGiven)
process.stdin.on('data', (chunk: Buffer) => {
  for (const { told, body } of frames.read(chunk)) void answer(told as PictureWork, body)
})
// the service is gone
process.stdin.on('end', () => process.exit(0))
process.stdout.on('error', () => process.exit(0))
writeFrame(process.stdout, { isReady: true })
