import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from '#core/object-store.ts'

/** Whether the client holds these bytes already (RFC 9110, section 13.1.2; weak comparison). */
export const isKnown = (header: string | undefined, tag: string): boolean =>
  header !== undefined && header.length < 4096 && header.split(',').some((one) => [tag, `W/${tag}`, '*'].includes(one.trim()))

/**
 * The part that a request asks for (RFC 9110, section 14.2); null for all of it. `outside` for a part that there is not, and for several:
 * nobody needs them, and answering overlapping ones would send a file many times over.
 */
export function askedRange(
  { range, 'if-range': condition }: IncomingHttpHeaders,
  etag: string,
  bytes: number,
): ByteRange | 'outside' | null {
  if (range === undefined || !/^bytes\s*=/i.test(range)) return null
  // bytes that are no longer these are sent whole
  if (condition !== undefined && String(condition).trim() !== etag) return null
  const [, from, to] = /^bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})$/i.exec(range) ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'outside'
  const last = bytes - 1
  const [start, end] = from === '' ? [Math.max(0, bytes - Number(to)), last] : [Number(from), to === '' ? last : Math.min(Number(to), last)]
  const isBackward = from !== '' && to !== '' && Number(to) < Number(from)
  return isBackward || start > end || (from === '' && Number(to) === 0) ? 'outside' : { start, end }
}
