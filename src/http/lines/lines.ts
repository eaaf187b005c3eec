import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Language } from '#core/messages.ts'
import { toAppError } from '#http/answer-errors.ts'
import { longBodies } from '#http/long-bodies.ts'
import { noteRefusal } from '#http/request-log.ts'
import { closeUnread } from '#http/unread-bodies.ts'
import { LineAnswer, type LineOutcome, lineType } from './line-answer.ts'
import { type GivenLine, lineBatches } from './line-batches.ts'

/** What an operation has that reads lines and answers lines (NDJSON). */
export interface Lines<T> {
  /** What was sent, read as it is asked for. */
  batches(size: number): AsyncGenerator<GivenLine<T>[]>
  /** Answers lines whose fate is certain: what is committed, or refused. */
  answer(outcomes: readonly LineOutcome[]): Promise<void>
}

/** Leaves NDJSON bodies (in UTF-8) unread, for the operations that take them as they come. */
export function leaveLineBodies(app: FastifyInstance): void {
  app.addContentTypeParser(lineType, ({ headers }, payload, done) => {
    const type = headers['content-type'] ?? ''
    const isForeign = /charset/i.test(type) && !/charset="?utf-8"?\s*(;|$)/i.test(type)
    done(isForeign ? new AppError(415, 'unsupported_media_type') : null, payload)
  })
}

/**
 * Runs work on the lines of a request. What it throws before the first answer is an ordinary error of the request; afterwards it is the
 * last line. Throws 415 for a body of another kind, and for none.
 */
export async function answerLines<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  given: { schema: z.ZodType<T>; language: Language; longestBatchMs?: number },
  work: (lines: Lines<T>) => Promise<unknown>,
): Promise<FastifyReply> {
  if (request.body !== request.raw) throw new AppError(415, 'unsupported_media_type')
  const answer = new LineAnswer(reply, given.language)
  const { socket } = request.raw
  longBodies.add(socket)
  try {
    await work({
      batches: (size) => lineBatches(request.raw, given.schema, size, given.longestBatchMs),
      answer: (outcomes) => answer.write(outcomes),
    })
    await answer.end()
  } catch (error) {
    // what is still coming of the body is not read any more
    closeUnread(request, reply)
    if (!answer.isBegun) throw error
    const known = toAppError(error) ?? new AppError(500, 'internal_error')
    noteRefusal(error, known, request, reply)
    await answer.end(known)
  } finally {
    longBodies.delete(socket)
  }
  return reply
}
