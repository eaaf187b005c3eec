import { randomBytes } from 'node:crypto'
import type { PublicContext, Service } from './context.ts'

/** 32 digits, as the trace id of W3C Trace Context. */
const newTraceId = () => randomBytes(16).toString('hex')

/** The context of work that nobody asked for over HTTP: seeding, jobs, the command line. Its events are those of the system. */
export function systemContext(service: Service, traceId: string = newTraceId(), parentTraceId: string | null = null): PublicContext {
  return {
    service,
    db: service.database.reader,
    inTransaction: false,
    now: service.clock.now(),
    ip: '',
    userAgent: null,
    traceId,
    parentTraceId,
    language: 'en',
    emitted: [],
    revoked: [],
    wakes: new Set(),
  }
}
