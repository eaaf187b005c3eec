import { type Routes, route } from '#http/route.ts'
import { findWorkspace } from './public.queries.ts'
import { SignInQuery, SignInStart, Workspace, WorkspaceQuery } from './public.schema.ts'
import { signInStart } from './sign-in-start.ts'

export const publicRoutes: Routes = {
  'GET /workspace': route({
    operationId: 'getWorkspace',
    summary: 'How the page for signing in to a workspace looks, by its code or by a verified domain',
    access: 'public',
    query: WorkspaceQuery,
    reply: Workspace,
    errors: [404],
    run: (ctx, { query }) => findWorkspace(ctx, query),
  }),

  'GET /sign-in': route({
    operationId: 'getSignInStart',
    summary: 'What a page for signing in begins with, in one answer',
    description: 'Whatever is asked for, the answer is 200: an unknown workspace is null, and so is an address that would lead elsewhere.',
    access: 'public',
    query: SignInQuery,
    reply: SignInStart,
    run: (ctx, { query, exchange }) => signInStart(ctx, query, exchange.host()),
  }),
}
