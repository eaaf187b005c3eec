import { randomUUID } from 'node:crypto'
import type { PublicContext, Service } from './context.ts'

/** The context of work that nobody asked for over HTTP: seeding, jobs, the command line. Its events are those of the system. */
export function systemContext(service: Service, traceId: string = randomUUID()): PublicContext {
  return {
    service,
    db: service.database.reader,
    inTransaction: false,
    now: service.clock.now(),
    ip: '',
    userAgent: null,
    traceId,
    language: 'en',
    emitted: [],
    revoked: [],
    wakes: new Set(),
  }
}
