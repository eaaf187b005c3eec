import { type Routes, route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { AdminDetail, Protect, Transfer } from './admins.schema.ts'
import { protectAdmin, transferTo } from './admins.superadmin.actions.ts'

/** Below /api/v1/Admins: what only the SuperAdmin does, and never while acting as somebody else. */
export const adminSuperadminRoutes: Routes = {
  'POST /:id/protect': route({
    operationId: 'protectAdmin',
    summary: 'Protect an admin from being deleted, or no longer',
    description: 'A protected admin is left out of every bulk operation, and nobody acts as one.',
    access: 'super-admin',
    notImpersonating: true,
    params: ById,
    body: Protect,
    reply: AdminDetail,
    emits: ['admin.protected', 'admin.unprotected'],
    run: (ctx, { params, body }) => protectAdmin(ctx, params.id, body.isProtected),
  }),

  'POST /:id/transfer': route({
    operationId: 'transferSuperAdmin',
    summary: 'Hand the SuperAdmin role over',
    description:
      "To an active admin, who becomes one of the platform if it is a tenant's; the caller keeps seeing everything and changes nothing. Live tokens of both follow at once.",
    access: 'super-admin',
    notImpersonating: true,
    params: ById,
    body: Transfer,
    reply: AdminDetail,
    errors: [401, 409, 423],
    emits: ['admin.superadmin_transferred', 'admin.updated', 'auth.reauthentication.failed', 'auth.account.locked'],
    transaction: 'own',
    run: (ctx, { params, body }) => transferTo(ctx, params.id, body.password),
  }),
}
