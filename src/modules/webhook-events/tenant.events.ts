import { z } from 'zod'
import { changes, data, exampleIds, exampleTime, id, moment, names, tenantId, truncated, values } from './body-shapes.ts'
import { webhookEvent } from './event-definition.ts'

const { tenant, parent, role } = exampleIds

const permissions = { roleId: id, addedPerms: names, removedPerms: names }
const permissionsExample = { roleId: role, addedPerms: ['users.view'], removedPerms: ['users.delete'] }

/** Of tenants and of roles. */
export const tenantEvents = [
  webhookEvent('tenant.created', {
    title: 'Tenant created',
    description: 'A tenant was created. The subscriptions of the tenant above it are told, too.',
    category: 'tenant',
    data: data({
      tenantId: id,
      name: z.string(),
      parentId: id.nullable(),
      code: z.string(),
      settings: values.meta({ description: 'Those that were set; all others are taken over from above' }),
      parent: z.looseObject({ id, name: z.string() }).nullable(),
      truncated,
    }),
    example: {
      tenantId: tenant,
      name: 'Acme',
      parentId: parent,
      code: 'acme',
      settings: { language: 'en' },
      parent: { id: parent, name: 'Group of Acme' },
    },
  }),
  webhookEvent('tenant.settings_changed', {
    title: 'Settings of a tenant changed',
    description: 'Settings of a tenant were changed.',
    category: 'tenant',
    data: data({ tenantId: id, changedSettings: names, changes, truncated }),
    example: { tenantId: tenant, changedSettings: ['language'], changes: { language: { before: 'en', after: 'ar' } } },
  }),
  webhookEvent('tenant.deactivated', {
    title: 'Tenant deactivated',
    description: 'A tenant was switched off, suspended, cancelled or deleted. The subscriptions of the tenant above it are told, too.',
    category: 'tenant',
    data: data({
      tenantId: id,
      reason: z.string().nullable(),
      deactivatedAt: moment,
      status: z.enum(['inactive', 'Suspended', 'Cancelled', 'deleted']),
    }),
    example: { tenantId: tenant, reason: 'Invoices unpaid', deactivatedAt: exampleTime, status: 'Suspended' },
  }),
  webhookEvent('role.permissions_changed', {
    title: 'Permissions of a role changed',
    description: 'Permissions were added to a role or taken from it.',
    category: 'role',
    pairOf: 'role.permissions.changed',
    data: data(permissions),
    example: permissionsExample,
  }),
  webhookEvent('role.permissions.changed', {
    title: 'Permissions of a role changed, with the role',
    description: 'The same as `role.permissions_changed`, and more of the role.',
    category: 'role',
    inWildcard: false,
    pairOf: 'role.permissions_changed',
    data: data({
      ...permissions,
      role: z.looseObject({ id, name: z.string() }),
      addedPermissions: names,
      removedPermissions: names,
      tenantId,
    }),
    example: {
      ...permissionsExample,
      role: { id: role, name: 'Support' },
      addedPermissions: ['users.view'],
      removedPermissions: ['users.delete'],
      tenantId: tenant,
    },
  }),
]
