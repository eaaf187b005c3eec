import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, validationFailed } from '#core/errors.ts'
import { closeUnread } from '#http/unread-bodies.ts'
import { countedParts } from './counted-parts.ts'
import type { IncomingFile, ReceivedForm } from './received-form.ts'
import { boundaryOf, mostParts, multipartLimits, roomBeside, unknownPart, unreadable } from './upload.ts'

/** Leaves multipart bodies unread, for the operations that take them as they come. */
export function leaveMultipartBodies(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
}

/**
 * @param fieldNames of the fields that may stand beside the file
 * @param afterwards judges the caller again once the body is there, however late that is
 */
export function incomingFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { maxBytes, fieldNames }: { maxBytes: number; fieldNames: readonly string[] },
  afterwards: () => Promise<void>,
): IncomingFile {
  return {
    async read(take) {
      try {
        const received = await receive(request, { maxBytes, fieldNames }, take)
        await afterwards()
        return received
      } catch (error) {
        // what is still coming of the body is not read any more
        closeUnread(request, reply)
        throw error
      }
    },
  }
}

async function receive<T>(
  { raw, body, headers }: FastifyRequest,
  { maxBytes, fieldNames }: { maxBytes: number; fieldNames: readonly string[] },
  take: (chunks: AsyncIterable<Buffer>, fileName: string) => Promise<T>,
): Promise<ReceivedForm<T>> {
  if (body !== raw) throw new AppError(415, 'unsupported_media_type')
  const boundary = boundaryOf(headers['content-type']!)
  if (boundary === null) throw unreadable()
  if (Number(headers['content-length'] ?? 0) > maxBytes + roomBeside) throw new AppError(413, 'payload_too_large')
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  // whoever waits for it comes later
  ended.catch(() => undefined)
  const limits = { ...multipartLimits, fileSize: maxBytes, parts: mostParts + 1 }
  const parser = new Busboy({ headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` }, limits })
  const fields: Record<string, string> = {}
  let taking: Promise<T> | null = null
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    if (!fieldNames.includes(name) || isNameCut) return reject(unknownPart(name))
    if (isValueCut || Object.hasOwn(fields, name)) return reject(validationFailed([{ field: name, code: 'not_allowed_value' }]))
    fields[name] = value
  })
  parser.on('file', (name, stream, fileName) => {
    if (name !== 'file') reject(unknownPart(name))
    else if (taking !== null) reject(validationFailed([{ field: 'file', code: 'not_allowed_value' }]))
    else {
      taking = take(whole(stream as FileStream, ended), fileName ?? '')
      taking.catch(reject)
      return
    }
    stream.on('error', () => undefined).resume()
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => reject(unreadable()))
  parser.on('error', () => reject(unreadable()))
  parser.on('finish', () => resolve())
  // it also closes when all of it was read; that all of it came is not enough: what was not read yet is thrown away with the connection
  const broken = () => raw.readableEnded || reject(unreadable())
  raw.once('error', broken).once('aborted', broken).once('close', broken)
  // before anybody listened
  if (raw.destroyed) broken()
  countBytes(raw, maxBytes + roomBeside, () => reject(new AppError(413, 'payload_too_large')))
  const counted = countedParts(boundary, () => reject(unreadable()))
  counted.pipe(parser)
  raw.pipe(counted)
  try {
    await ended
    if (taking === null) throw validationFailed([{ field: 'file', code: 'required' }])
    return { taken: await (taking as Promise<T>), fields }
  } catch (error) {
    // nothing more of it is taken apart
    raw.unpipe(counted)
    await (taking as Promise<T> | null)?.catch(() => undefined)
    throw error
  } finally {
    raw.off('error', broken).off('aborted', broken).off('close', broken)
  }
}

type FileStream = Readable & { readonly truncated: boolean }

/** The bytes of a file to its end; throws as soon as the body it stands in is given up, and 413 where it goes on past the limit. */
async function* whole(stream: FileStream, ended: Promise<void>): AsyncGenerator<Buffer> {
  ended.catch((error: Error) => stream.destroy(error))
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } catch (error) {
    await ended
    throw error instanceof AppError ? error : unreadable()
  }
  if (stream.truncated) throw new AppError(413, 'payload_too_large')
}

/** Fields and heads of parts count too: a body without a file is no longer than one with it. */
function countBytes(raw: Readable, most: number, tooMany: () => void): void {
  let bytes = 0
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > most) tooMany()
  })
}
