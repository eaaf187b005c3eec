import { type Routes, route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { impersonate, stopImpersonation } from '#sessions/impersonation.ts'
import { Impersonate } from './admin-auth.schema.ts'
import { withRefreshCookie } from './refresh-cookie.ts'
import { TokenAnswer } from './sign-in.schema.ts'

const start = route({
  operationId: 'impersonateAdmin',
  summary: 'Act as another admin',
  access: 'super-admin',
  notImpersonating: true,
  setsCookie: true,
  params: ById,
  body: Impersonate,
  reply: TokenAnswer,
  issuesRefreshToken: true,
  emits: ['auth.impersonation.started'],
  run: async (ctx, { params, body, exchange }) =>
    withRefreshCookie(exchange, 'admin', await impersonate(ctx, params.id, body.reason ?? null)),
})

const stop = route({
  operationId: 'stopImpersonation',
  summary: 'Return to the original session',
  access: 'admin',
  setsCookie: true,
  reply: TokenAnswer,
  issuesRefreshToken: true,
  errors: [409],
  emits: ['auth.impersonation.stopped'],
  run: async (ctx, { exchange }) => withRefreshCookie(exchange, 'admin', await stopImpersonation(ctx)),
})

/** Below /api/v1/auth/admin. */
export const authImpersonationRoutes: Routes = {
  'POST /impersonate/:id': start,
  'POST /stop-impersonation': stop,
}

/** Acting as another admin and its end, below /api/v1/Admins. */
export const adminImpersonationRoutes: Routes = {
  'POST /:id/impersonate': { ...start, also: ['POST /api/v1/admin/:id/impersonate'] },
  'POST /stop-impersonation': stop,
}
