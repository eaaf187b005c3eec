import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { extname } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { secondsMs } from '#core/clock.ts'
import { invalid, unavailable } from '#core/errors.ts'
import { type Frame, FrameReader, writeFrame } from './apart/frames.ts'
import { madeOf, mostMade, type PictureMade, type PictureSaid, type PictureWork, saidOf } from './apart/work.ts'

const program = fileURLToPath(new URL(`./apart/program${extname(import.meta.url)}`, import.meta.url))
const flags = [...(extname(program) === '.ts' ? ['--conditions=source'] : []), '--max-old-space-size=56', '--max-semi-space-size=2']
/**
 * Nothing of ours: it is told no secret. Its C library (glibc, where it is that) keeps two heaps at most, and gives back what was large at once:
 * of what a picture of a hundred megabytes took it would keep most.
 */
const env = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/** A process that has nothing to do ends: most services at most times are sent no picture. */
const idleMs = secondsMs(10)
/** Megabytes beyond which it ends at once: what a large picture took, only the end of a process gives back. */
const mostKept = 120
/** Longer than what its work may take by itself (a minute). */
const longestMs = secondsMs(75)
/** It takes a quarter of a second where nobody else wants the processor. */
const longestStartMs = secondsMs(30)
const soonSeconds = 5

interface Apart {
  readonly child: ChildProcess
  readonly input: Writable
  /** What it says next; null where it has ended, or says what nobody can read. */
  hear(said: (frame: Frame | null) => void): void
  /** Ends it, and waits until what it held is given back. */
  end(): Promise<void>
}

/** The one that has nothing to do, and whose pictures it drew: those of nobody else are given to it. */
let kept: { readonly apart: Apart; readonly holder: string; readonly timer: NodeJS.Timeout } | null = null
/** While there is one, no process is kept beside it: together they would hold too much. */
let largeAtWork = 0

/**
 * What a process apart makes of a picture. One that ends over it, or comes to no end, was ended by this picture and fails no other.
 * @param holder who sends it
 * @param isLarge whether it takes much memory (`inTurn`)
 * @throws AppError what the work throws; 400 for field `file` with `image_invalid` where the process ends; 503 where none can be made
 */
export async function apart<W extends PictureWork>(
  holder: string,
  bytes: Buffer,
  work: W,
  isLarge: boolean = false,
): Promise<{ made: PictureMade[W['ask']]; body: Buffer }> {
  const own = kept?.holder === holder && !isLarge ? takeKept() : null
  largeAtWork += Number(isLarge)
  try {
    // no more of them than work at a time
    if (!own) await endKept()
    // one that was kept may have ended before it was asked: that says nothing of the picture
    let answer = own ? await answerOf(own, holder, bytes, work) : 'ended'
    if (answer === 'ended') answer = await answerOf(await begun(), holder, bytes, work)
    if (answer === 'ended' || answer === 'late') throw invalid('file', 'image_invalid')
    return { made: madeOf(work, answer.said), body: answer.body }
  } finally {
    largeAtWork -= Number(isLarge)
  }
}

/** @throws AppError 503 where there is no room for a process, or it does not come up */
async function begun(): Promise<Apart> {
  const { promise, resolve } = Promise.withResolvers<Frame | null>()
  const timer = setTimeout(() => resolve(null), longestStartMs)
  let child: ChildProcess | null = null
  try {
    child = spawn(process.execPath, [...flags, program], { env, stdio: ['pipe', 'pipe', 'ignore'] })
    const made = spoken(child)
    made.hear(resolve)
    if (!(await promise)) throw new Error(`the process for pictures does not come up (${child.signalCode ?? child.exitCode ?? 'late'})`)
    return made
  } catch (error) {
    if (child?.pid !== undefined) child.kill('SIGKILL')
    throw unavailable(soonSeconds, error as Error)
  } finally {
    clearTimeout(timer)
  }
}

/** Whatever goes wrong between it and us is its end, and never ours. */
function spoken(child: ChildProcess): Apart {
  const [input, output] = [child.stdin as Writable & Socket, child.stdout as Readable & Socket]
  const frames = new FrameReader(mostMade)
  let hearer: ((frame: Frame | null) => void) | null = null
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  let isOver = false
  const over = () => {
    isOver = true
    if (child.pid !== undefined) child.kill('SIGKILL')
    if (kept?.apart.child === child) takeKept()
    hearer?.(null)
  }
  // it says one thing for each that it is asked
  const tell = (frame: Frame) => {
    const asked = hearer
    hearer = null
    if (asked) asked(frame)
    else over()
  }
  child.on('error', over).once('exit', over)
  input.on('error', over)
  output.on('error', over).on('data', (chunk: Buffer) => {
    try {
      for (const frame of frames.read(chunk)) tell(frame)
    } catch {
      over()
    }
  })
  // what it works at is waited for with a timer; idle, it holds up no end of the service
  for (const handle of [child, input, output]) handle.unref()
  return {
    child,
    input,
    hear(said) {
      hearer = said
      if (isOver) said(null)
    },
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** What a process says of its work. */
async function answerOf(apart: Apart, holder: string, bytes: Buffer, work: PictureWork): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const timer = setTimeout(() => resolve('late'), longestMs)
  apart.hear((frame) => {
    try {
      resolve(frame ? { said: saidOf(frame.told), body: frame.body } : 'ended')
    } catch {
      resolve('ended')
    }
  })
  writeFrame(apart.input, work, bytes)
  const answer = await promise
  clearTimeout(timer)
  if (typeof answer === 'object' && answer.said.heldMegabytes <= mostKept && largeAtWork === 0) await keep(apart, holder)
  else await apart.end()
  return answer
}
type Answer = { readonly said: PictureSaid; readonly body: Buffer } | 'ended' | 'late'

/** Until the next picture of the same holder, or until none has come for a while. */
async function keep(apart: Apart, holder: string): Promise<void> {
  const before = endKept()
  kept = { apart, holder, timer: setTimeout(() => void endKept(), idleMs).unref() }
  await before
}

function takeKept(): Apart | null {
  const apart = kept?.apart ?? null
  clearTimeout(kept?.timer)
  kept = null
  return apart
}

async function endKept(): Promise<void> {
  await takeKept()?.end()
}
