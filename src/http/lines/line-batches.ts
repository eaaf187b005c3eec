import type { IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { z } from 'zod'
import { AppError, validationFailed } from '#core/errors.ts'
import { problemsOf } from '#core/zod-problems.ts'
import { parseJson } from '#http/json-body.ts'
import { LineSplitter, type RawLine } from './line-splitter.ts'

/** Nothing on a line of ours comes near it. */
export const mostLineBytes = 64 * 1024
/** How long a batch may take to come, as any other body may. */
const longestMs = 60_000
/** A line may be wrong in many places; each costs more than its bytes. */
const mostProblems = 20

/** One line as it was sent: what it says, or what is wrong with it. */
export type GivenLine<T> = { readonly line: number } & ({ readonly value: T; readonly error?: never } | { readonly error: AppError })

/**
 * The lines of a body in batches, read no faster than they are asked for. Past the time that a batch may take to come it gives what is
 * there and ends with 408; it ends without a word when the caller hangs up.
 */
export async function* lineBatches<T>(
  body: IncomingMessage,
  schema: z.ZodType<T>,
  size: number,
  timeoutMs = longestMs,
): AsyncGenerator<GivenLine<T>[]> {
  const pieces = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  const splitter = new LineSplitter(mostLineBytes)
  let batch: GivenLine<T>[] = []
  let endMs = performance.now() + timeoutMs
  for (let isEnd = false; !isEnd; ) {
    const next = await nextBefore(pieces, endMs)
    if (next === 'gone') return
    if (next === 'late') {
      if (batch.length > 0) yield batch
      throw new AppError(408, 'request_timeout')
    }
    isEnd = next.done === true
    for (const raw of next.done ? splitter.end() : splitter.push(next.value)) {
      batch.push(readLine(raw, schema))
      if (batch.length < size) continue
      yield batch
      batch = []
      endMs = performance.now() + timeoutMs
    }
  }
  if (batch.length > 0) yield batch
}

type Next = IteratorResult<Buffer, unknown> | 'late' | 'gone'

async function nextBefore(pieces: AsyncIterator<Buffer>, endMs: number): Promise<Next> {
  // of a sender who never pauses the next is always there, before any timer
  if (performance.now() >= endMs) return 'late'
  const { promise, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), endMs - performance.now())
  try {
    // a body that breaks off ends with an error of the connection
    return await Promise.race([pieces.next().catch(() => 'gone' as const), promise])
  } finally {
    clearTimeout(timer)
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function readLine<T>({ line, bytes }: RawLine, schema: z.ZodType<T>): GivenLine<T> {
  if (bytes === null) return { line, error: new AppError(413, 'payload_too_large') }
  try {
    const given = parseJson(decoder.decode(bytes))
    const result = schema.safeParse(given)
    if (result.success) return { line, value: result.data }
    return { line, error: validationFailed(problemsOf(result.error, { input: given, root: 'line' }).slice(0, mostProblems)) }
  } catch (error) {
    // no UTF-8 is a TypeError of the decoder
    return { line, error: error instanceof AppError ? error : new AppError(400, 'malformed_json') }
  }
}
