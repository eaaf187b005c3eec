import { type Routes, route } from '#http/route.ts'
import { searchRecords } from './search.queries.ts'
import { SearchQuery, SearchResult } from './search.schema.ts'

/** Below /api/v1/search: one look through everything that the caller may see. */
export const searchRoutes: Routes = {
  'GET /': route({
    operationId: 'listFoundRecords',
    summary: 'Admins, users, tenants, groups, roles, templates and webhooks that hold a text',
    description:
      'Of each kind that the caller may view the newest five at most, by the search of its list: `{kind}s.view` decides, and masked fields are neither searched nor shown.',
    access: 'admin',
    query: SearchQuery,
    reply: SearchResult,
    run: (ctx, { query }) => searchRecords(ctx, query),
  }),
}
