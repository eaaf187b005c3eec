import { limitations } from '#http/access.ts'
import type { AnyRoute } from '#http/route.ts'
import type { AnsweredStatus } from './errors.ts'

/** Every error status a route can answer: what follows from its declaration, and what it names beyond that. */
export function errorStatuses(endpoint: AnyRoute): AnsweredStatus[] {
  const statuses = new Set<AnsweredStatus>([400, 429, 503, ...(endpoint.errors ?? [])])
  if (endpoint.access !== 'public') statuses.add(401)
  if (endpoint.access !== 'public' && !isOpenToAll(endpoint)) statuses.add(403)
  if (endpoint.params) statuses.add(414)
  if (endpoint.params && !endpoint.isAnyParamTaken) statuses.add(404)
  // lines are as many as somebody sends; one that is too long is refused by itself
  if (endpoint.body || endpoint.upload || endpoint.receives) statuses.add(413)
  if (endpoint.body || endpoint.upload || endpoint.receives || endpoint.lines) statuses.add(415)
  if (endpoint.rate === 'none') statuses.delete(429)
  return [...statuses].sort((a, b) => a - b)
}

/** Whether nobody who is signed in is refused, whatever they must do first. */
const isOpenToAll = ({ access, openDuring = [], notImpersonating }: AnyRoute): boolean =>
  access === 'account' && openDuring.length === limitations.length && !notImpersonating
