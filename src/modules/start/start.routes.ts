import type { Limitation } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { readStart } from './start.queries.ts'
import { Start } from './start.schema.ts'

const openDuring: readonly Limitation[] = ['password_change', 'two_factor_setup']

/** Below /api/v1/Admins: what an application begins with. */
export const startRoutes: Routes = {
  'GET /me/start': route({
    operationId: 'getAdminStart',
    summary: 'What an application for admins begins with, in one answer',
    description:
      'Own profile, permissions, duties, password policy, tenant, preferences, menu and the number of unread notifications. Open to who owes a new password or a second factor.',
    access: 'admin',
    openDuring,
    reply: Start,
    run: (ctx) => readStart(ctx),
  }),
}
