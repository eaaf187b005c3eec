import type { TraceParent } from '#core/tracing.ts'

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const zeros = /^0+$/

/**
 * What a `traceparent` says (W3C Trace Context, level 1, section 3.2). Null for one that is malformed, which counts as none: other than lower
 * case hex, an id of zeros only, the version `ff`, or more than one of them. Of a later version than 00 the known beginning is read.
 */
export function readTraceParent(header: string | string[] | undefined): TraceParent | null {
  if (typeof header !== 'string') return null
  const [, version, traceId = '', spanId = '', flags = '', more] = form.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (zeros.test(traceId) || zeros.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
