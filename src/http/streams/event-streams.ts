import type { OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { unavailable } from '#core/errors.ts'
import type { Actor, Service } from '#db/rows/context.ts'
import type { LiveSession, LiveSessions } from '#sessions/live-sessions.ts'
import { EventStream, eventStreamType, type StreamFacts } from './event-stream.ts'
import { streamSockets } from './stream-sockets.ts'

/** How often all streams are looked at. What ends a session ends its streams within a second, on every process. */
const lookEveryMs = 250
/** Sessions that nothing was heard of are looked at this often, as any other request would. */
const sessionEveryMs = 1000
const pingEveryMs = 25_000
/** Sessions that are not in memory are read so many at a time. */
const readAtOnce = 50

/**
 * The open streams of a process. Each ends with its access token and its session, is told of changed permissions, and is kept alive
 * through proxies. All end when the service closes.
 */
export class EventStreams {
  readonly #service: Pick<Service, 'clock' | 'live' | 'database'>
  readonly #sessions: Pick<LiveSessions, 'find'>
  readonly #streams = new Set<EventStream>()
  #timer: NodeJS.Timeout | null = null
  #isLooking: boolean = false
  #isClosed: boolean = false
  #epoch = -1
  #lookedMs = 0
  #pingedMs = 0

  constructor(service: Pick<Service, 'clock' | 'live' | 'database'>, sessions: Pick<LiveSessions, 'find'>) {
    this.#service = service
    this.#sessions = sessions
  }

  get size(): number {
    return this.#streams.size
  }

  /** Answers a request with a stream, under the headers that its answer has already. @throws AppError 503 while the service closes */
  open(request: FastifyRequest, reply: FastifyReply, actor: Actor, facts: StreamFacts): EventStream {
    if (this.#isClosed) throw unavailable()
    reply.hijack()
    const headers = { ...reply.getHeaders(), 'content-type': `${eventStreamType}; charset=utf-8`, 'x-accel-buffering': 'no' }
    reply.raw.writeHead(200, headers as OutgoingHttpHeaders)
    streamSockets.add(request.raw.socket)
    const stream = new EventStream(reply.raw, actor, facts)
    stream.write('retry: 5000\n\n')
    this.#streams.add(stream)
    this.#timer ??= setInterval(() => void this.#look(), lookEveryMs).unref()
    stream.whenEnded(() => this.#forget(stream, request.raw.socket))
    return stream
  }

  /** Ends all, and takes no more. */
  close(): void {
    this.#isClosed = true
    for (const stream of [...this.#streams]) stream.end()
  }

  #forget(stream: EventStream, socket: Socket): void {
    streamSockets.delete(socket)
    this.#streams.delete(stream)
    if (this.#streams.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      this.#endExpired()
      this.#ping()
      await this.#lookAtSessions()
    } finally {
      this.#isLooking = false
    }
  }

  #endExpired(): void {
    const now = this.#service.clock.now()
    for (const stream of this.#streams) {
      if (stream.expiresAt > now) continue
      stream.send('token.expired', {})
      stream.end()
    }
  }

  #ping(): void {
    const nowMs = performance.now()
    if (nowMs - this.#pingedMs < pingEveryMs) return
    this.#pingedMs = nowMs
    for (const stream of this.#streams) stream.write(': ping\n\n')
  }

  /** All of them: which sessions something was taken from, only the log of revocations knows. */
  async #lookAtSessions(): Promise<void> {
    const { epoch } = this.#service.live
    const nowMs = performance.now()
    if (epoch === this.#epoch && nowMs - this.#lookedMs < sessionEveryMs) return
    let isSure = true
    let reading: Promise<void>[] = []
    const over: EventStream[] = []
    const judge = (stream: EventStream, session: LiveSession | null) => {
      if (session === null) over.push(stream)
      else renew(stream, session.actor)
    }
    for (const stream of this.#streams) {
      if (!stream.isOpen) continue
      const found = this.#sessions.find(stream.sessionId)
      if (!(found instanceof Promise)) judge(stream, found)
      else
        reading.push(
          found
            .then((session) => judge(stream, session))
            .catch(() => {
              isSure = false
            }),
        )
      if (reading.length < readAtOnce) continue
      await Promise.all(reading)
      reading = []
    }
    await Promise.all(reading)
    await this.#endRevoked(over)
    // nobody can tell now: the next look asks again
    if (!isSure) return
    this.#epoch = epoch
    this.#lookedMs = nowMs
  }

  /** However many they are, the reasons are asked for once: all of a tenant's may end in the same second. */
  // unscoped: the callers' own sessions
  async #endRevoked(streams: readonly EventStream[]): Promise<void> {
    if (streams.length === 0) return
    const ids = [...new Set(streams.map(({ sessionId }) => sessionId))]
    const rows = await this.#service.database.reader
      .selectFrom('sessions')
      .select(['id', 'endedBecause', 'expiresAt'])
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute()
      .catch(() => [])
    const known = new Map(rows.map((row) => [row.id, row]))
    for (const stream of streams) {
      const row = known.get(stream.sessionId)
      const isExpired = row !== undefined && row.expiresAt <= this.#service.clock.now()
      const reason = row?.endedBecause ?? (isExpired ? 'expired' : 'not_allowed')
      stream.send('session.revoked', { tokenId: stream.sessionId, reason })
      stream.end()
    }
  }
}

/** Keeps who the caller of a stream is as of now, and tells of rights that changed; ends what they may no longer have open. */
function renew(stream: EventStream, actor: Actor): void {
  if (actor === stream.actor) return
  const isChanged = rightsOf(actor) !== rightsOf(stream.actor)
  stream.actor = actor
  if (isChanged) stream.send('permissions.changed', {})
  try {
    stream.admit(actor)
  } catch {
    stream.end()
  }
}

/** What a client may have remembered of its rights. */
const rightsOf = ({ permissions, masks, mustChangePassword, requiresTwoFactorSetup }: Actor): string =>
  JSON.stringify([[...permissions].sort(), [...masks].sort(), mustChangePassword, requiresTwoFactorSetup])
