/** How long a body may be on its way: as long as it takes at the pace of a slow line, whatever its size. */
import type { Outgoing } from './request.ts'

/** What goes up a line of 250 kbit/s. */
const bytesPerMs = 250 / 8

/** What a body adds to the time that an answer has, in milliseconds; nothing of a stream, whose size nobody knows before. */
export const sendingMs = (body: Outgoing['body']): number => Math.ceil(bytesOf(body) / bytesPerMs)

function bytesOf(body: unknown): number {
  if (typeof body === 'string') return new TextEncoder().encode(body).length
  if (body instanceof Blob) return body.size
  if (!(body instanceof FormData)) return 0
  return [...body.values()].reduce((sum, value) => sum + bytesOf(value), 0)
}
