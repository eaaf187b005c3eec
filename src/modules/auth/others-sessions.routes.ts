import { z } from 'zod'
import { message } from '#core/messages.ts'
import type { AccountKind } from '#db/rows/context.ts'
import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { ById, Message } from '#http/shapes.ts'
import { endSessionsOfOther, readSessionsOf } from '#sessions/others-sessions.ts'
import { SessionEntry } from './sign-in.schema.ts'

/** Below /api/v1/Admins and /api/v1/users: where somebody is signed in, for those who administer them. */
export const othersSessionRoutes = (kind: AccountKind): Routes => ({
  'GET /:id/sessions': route({
    operationId: kind === 'admin' ? 'listSessionsOfAdmin' : 'listSessionsOfUser',
    summary: kind === 'admin' ? 'Where an admin is signed in' : 'Where a user is signed in',
    ...(kind === 'admin' && { description: 'Of nobody who can do more than the caller, nor of the SuperAdmin.' }),
    access: can(`${kind}s.view`),
    params: ById,
    reply: z.array(SessionEntry),
    run: (ctx, { params }) => readSessionsOf(ctx, kind, params.id),
  }),

  'POST /:id/sessions/revoke-all': route({
    operationId: kind === 'admin' ? 'endSessionsOfAdmin' : 'endSessionsOfUser',
    summary: kind === 'admin' ? 'End all sessions of an admin at once' : 'End all sessions of a user at once',
    description: 'Sign-ins that wait for their second factor end, too. Nothing else changes: the owner may sign in again.',
    access: can(`${kind}s.update`),
    notImpersonating: true,
    params: ById,
    reply: Message,
    emits: ['auth.session.all_revoked'],
    run: async (ctx, { params }) => {
      await endSessionsOfOther(ctx, kind, params.id)
      return { message: message('sessions_revoked', ctx.language) }
    },
  }),
})
