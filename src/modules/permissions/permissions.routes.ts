import { route } from '#http/route.ts'
import { myPermissions } from './permissions.actions.ts'
import { MyPermissions } from './permissions.schema.ts'

export const permissionRoutes = {
  'GET /my': route({
    summary: "The caller's effective permissions",
    access: 'admin',
    reply: MyPermissions,
    run: (ctx) => myPermissions(ctx),
  }),
}
