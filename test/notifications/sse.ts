/** A client of server-sent events that keeps all it gets. */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { NotificationStreamEvent } from '#modules/notifications/notifications.stream.schema.ts'
import { atEnd } from '../rig/cleanup.ts'

export interface Told {
  readonly id: string | undefined
  readonly event: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it then asserts
  readonly data: any
}

export interface Listening {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly events: readonly Told[]
  readonly text: () => string
  /** The first event of that name from the `nth` on, within five seconds. */
  next(event: string, nth?: number): Promise<Told>
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>
  cut(): void
  /** Stops reading. */
  pause(): void
}

export interface Opening {
  readonly token?: string
  readonly ticket?: string
  readonly lastEventId?: string
}

export async function listen(url: string, { token, ticket, lastEventId }: Opening): Promise<Listening> {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(lastEventId && { 'last-event-id': lastEventId }) }
  const path = `${url}/api/v1/notifications/stream${ticket ? `?ticket=${ticket}` : ''}`
  const answered = Promise.withResolvers<IncomingMessage>()
  const request: ClientRequest = httpRequest(path, { headers, agent: false }, answered.resolve).on('error', answered.reject)
  atEnd(async () => void request.destroy())
  request.end()
  const incoming = await answered.promise
  const ended = Promise.withResolvers<void>()
  const events: Told[] = []
  let [text, rest] = ['', '']
  incoming.setEncoding('utf8')
  incoming.on('data', (piece: string) => {
    text += piece
    rest += piece
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      const told = eventIn(rest.slice(0, end))
      rest = rest.slice(end + 2)
      if (told) events.push(told)
    }
  })
  incoming.once('close', () => ended.resolve()).on('error', () => {})
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    events,
    text: () => text,
    ended: ended.promise,
    cut: () => request.destroy(),
    pause: () => void incoming.pause(),
    async next(event, nth = 1) {
      for (let waited = 0; waited < 2000; waited++) {
        const found = events.filter((told) => told.event === event)[nth - 1]
        if (found) return found
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error(`no ${event} came: ${text}`)
    },
  }
}

/** The event among the lines of a stream; null where there is none. Every one that is ever read must be as the contract says. */
export function eventIn(text: string): Told | null {
  const fields = new Map(text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]))
  const event = fields.get('event')
  if (event === undefined) return null
  const told = { id: fields.get('id'), event, data: JSON.parse(fields.get('data') as string) }
  NotificationStreamEvent.parse(told)
  return told
}
