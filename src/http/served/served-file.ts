import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#core/errors.ts'
import type { ByteRange } from '#core/object-store.ts'
import { endIfUnread } from '#http/downloads/unread.ts'
import { askedRange, isKnown } from './conditions.ts'
import { contentDisposition } from './content-disposition.ts'

/** A file as it is sent to whoever asked for it. */
export interface ServedFacts {
  readonly contentType: string
  readonly bytes: number
  /** Names these bytes; other bytes have another. */
  readonly etag: string
  readonly fileName: string
  /** Whether a page may show it where it stands; what is not is only ever saved. */
  readonly isInline: boolean
  /** Null: nobody keeps it. */
  readonly cacheControl: string | null
  /** Shown by pages of other origins too. */
  readonly isShared: boolean
  /** Null when it is gone by now. */
  readonly open: (range?: ByteRange) => Promise<Readable | null>
}

/** The answer of an action that sends a file. */
export class ServedFile {
  readonly facts: ServedFacts

  constructor(facts: ServedFacts) {
    this.facts = facts
  }
}

/**
 * Sends a file, or the one part of it that is asked for (RFC 9110, section 14). It is served as if it were hostile: no sniffing, no script,
 * no frame, no plug-in. Of several ranges, backward ones and those outside of it none is sent: 416.
 */
export async function answerServed(request: FastifyRequest, reply: FastifyReply, { facts }: ServedFile): Promise<FastifyReply> {
  const { bytes, open } = facts
  const etag = `"${facts.etag}"`
  const headers = {
    'cache-control': facts.cacheControl ?? 'no-store',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'content-disposition': contentDisposition(facts.isInline ? 'inline' : 'attachment', facts.fileName),
    'accept-ranges': 'bytes',
    ...(facts.isShared && { 'cross-origin-resource-policy': 'cross-origin' }),
    etag,
  }
  if (isKnown(request.headers['if-none-match'], etag)) return reply.headers(headers).code(304).send()
  const range = askedRange(request.headers, etag, bytes)
  if (range === 'outside')
    return reply.headers(headers).code(416).header('content-range', `bytes */${bytes}`).header('content-length', 0).send()
  const length = range ? range.end - range.start + 1 : bytes
  const isHead = request.method === 'HEAD'
  await turnOnConnection(request, reply)
  if (request.raw.socket.destroyed) return reply.hijack()
  // as a stream the length of nothing is not counted anew
  const body = isHead ? Readable.from([]) : await open(range ?? undefined)
  // before any header of the file: an error is kept by nobody, and says nothing of a file
  if (!body) throw notFound()
  // so is what fails before the first bytes; this throws it
  if (!isHead) await once(body, 'readable')
  if (range) reply.header('content-range', `bytes ${range.start}-${range.end}/${bytes}`)
  if (!isHead) endWhereNobodyReads(request, reply, length)
  return reply
    .headers(headers)
    .code(range ? 206 : 200)
    .header('content-length', length)
    .header('content-type', facts.contentType)
    .send(body)
}

/** Waits where answers to earlier requests of this connection are not out: a file that is opened before holds what can't be sent to anybody yet. */
export async function turnOnConnection({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): Promise<void> {
  if (raw.socket === null && !socket.destroyed) await Promise.race([once(raw, 'socket'), endOf(socket)])
}

const ends = new WeakMap<Socket, Promise<void>>()

/** When a connection is closed: one listener, however many wait. */
function endOf(socket: Socket): Promise<void> {
  const known = ends.get(socket)
  if (known !== undefined) return known
  const end = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  ends.set(socket, end)
  return end
}

/** A client that takes nothing at all for so long is taken for gone. */
const longestUnreadMs = 60_000

/** Else it would keep the file open for as long as it likes. */
function endWhereNobodyReads({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply, length: number): void {
  // who hung up while it was opened: no close would end the watch
  if (raw.destroyed || raw.closed) return
  const end = socket.bytesWritten + length
  const unread = () => end - (socket.bytesWritten - socket.writableLength)
  raw.once(
    'close',
    endIfUnread(unread, () => raw.destroy(), longestUnreadMs),
  )
}
