import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import { toAppError } from '#http/answer-errors.ts'
import { noteRefusal } from '#http/request-log.ts'
import { CallerGone, FileAnswer } from './file-answer.ts'

/**
 * Runs work that answers a file. What it throws before the first byte is an ordinary error of the request; afterwards it breaks the file
 * off and is told to the log alone.
 */
export async function answerFile(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (answer: FileAnswer) => Promise<unknown>,
): Promise<FastifyReply> {
  const answer = new FileAnswer(reply)
  try {
    await work(answer)
    await answer.end()
  } catch (error) {
    const isGone = error instanceof CallerGone
    if (!answer.isBegun && !isGone) throw error
    if (!isGone) noteRefusal(error, toAppError(error) ?? new AppError(500, 'internal_error'), request, reply)
    answer.breakOff()
  }
  return reply
}
