import { z } from 'zod'
import { can } from '#http/access.ts'
import { route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { MenuItem } from '#http/start/menu-shapes.ts'
import { versionSent } from '#http/version.ts'
import { createMenuItem, readMenu, updateMenuItem } from './menus.actions.ts'
import { deleteMenuItem, reorderMenu } from './menus.order.actions.ts'
import { MenuItemChange, MenuOrder, MenuQuery, NewMenuItem } from './menus.schema.ts'

const locationOf = ({ id }: { id: string }) => `/api/v1/menus/${id}`

export const menuRoutes = {
  'GET /': route({
    operationId: 'getMenu',
    summary: 'The menu as the caller is shown it: items of the platform and of the own tenant in one tree',
    description:
      'Shown is what is visible, whose `requiredPermission` the caller holds, whose parents are shown and, where a role of the caller lists items, what is listed.',
    access: 'admin',
    query: MenuQuery,
    reply: z.array(MenuItem),
    errors: [403],
    run: (ctx, { query }) => readMenu(ctx, query.all ?? false),
  }),

  'POST /': route({
    operationId: 'createMenuItem',
    summary: "Add an item to the menu of the caller's tenant, or of the platform",
    access: can('menus.create'),
    body: NewMenuItem,
    reply: MenuItem,
    status: 201,
    errors: [404, 409],
    location: locationOf,
    emits: ['menu.created'],
    run: (ctx, { body }) => createMenuItem(ctx, body),
  }),

  'PUT /reorder': route({
    operationId: 'updateMenuOrder',
    summary: 'Put every item of the own menu in its place, all or nothing',
    description: 'Answers the own items; those below an item of the platform stand at the top.',
    access: can('menus.update'),
    body: MenuOrder,
    reply: z.array(MenuItem),
    emits: ['menu.reordered'],
    run: (ctx, { body }) => reorderMenu(ctx, body.items),
  }),

  'PUT /:id': route({
    operationId: 'updateMenuItem',
    summary: 'Change what is sent of an item of the own menu',
    access: can('menus.update'),
    params: ById,
    body: MenuItemChange,
    reply: MenuItem,
    errors: [409],
    emits: ['menu.updated'],
    run: (ctx, { params, body: { version, ...wanted }, exchange }) =>
      updateMenuItem(ctx, params.id, wanted, versionSent(version, exchange)),
  }),

  'DELETE /:id': route({
    operationId: 'deleteMenuItem',
    summary: 'Delete an item of the own menu; what stands below it takes its place',
    access: can('menus.delete'),
    params: ById,
    status: 204,
    emits: ['menu.deleted'],
    run: async (ctx, { params }) => {
      await deleteMenuItem(ctx, params.id)
      return undefined
    },
  }),
}
