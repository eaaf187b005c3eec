import { type Routes, route } from '#http/route.ts'
import { findWorkspace } from './public.queries.ts'
import { Workspace, WorkspaceQuery } from './public.schema.ts'

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
}
