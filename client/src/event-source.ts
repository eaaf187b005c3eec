/** Server-sent events out of an answer (HTML Living Standard, section 9.2.6). */
import { textLines } from './lines.ts'

export interface ServerEvent {
  readonly event: string
  readonly data: string
  /** Null where it has none. */
  readonly id: string | null
}

/**
 * @param onLine called for each line, comments too: the connection lives
 * @param onRetry called with the milliseconds that the server wants between two connections
 */
export async function* eventsIn(
  body: ReadableStream<Uint8Array>,
  { onLine, onRetry }: { onLine(): void; onRetry(ms: number): void },
): AsyncGenerator<ServerEvent> {
  let [event, id]: [string, string | null] = ['message', null]
  let data: string[] = []
  for await (const line of textLines(body)) {
    onLine()
    if (line === '') {
      if (data.length > 0) yield { event, data: data.join('\n'), id }
      ;[event, id, data] = ['message', null, []]
      continue
    }
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event') event = value
    else if (name === 'data') data.push(value)
    else if (name === 'id') id = value
    else if (name === 'retry' && /^\d+$/.test(value)) onRetry(Number(value))
  }
}
