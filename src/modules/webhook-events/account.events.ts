import { z } from 'zod'
import { data, exampleIds, exampleTime, id, moment, names, personal, tenantId, truncated, values } from './body-shapes.ts'
import { webhookEvent } from './event-definition.ts'

const { admin, user, actor, tenant } = exampleIds

const registered = { userId: id, email: personal, tenantId: id }
const registeredExample = { userId: user, email: 'omar@acme.test', tenantId: tenant }

/** Of admins and of users. */
export const accountEvents = [
  webhookEvent('admin.created', {
    title: 'Admin created',
    description: 'An admin was created, in a tenant or on the platform.',
    category: 'admin',
    data: data({ adminId: id, email: personal, role: z.string(), tenantId }),
    example: { adminId: admin, email: 'sara@acme.test', role: 'Support', tenantId: tenant },
  }),
  webhookEvent('admin.updated', {
    title: 'Admin updated',
    description: 'An admin was changed: the record, its role, or whether it is active, blocked, locked or protected.',
    category: 'admin',
    data: data({ adminId: id, changedFields: names }),
    example: { adminId: admin, changedFields: ['firstName', 'roleId'] },
  }),
  webhookEvent('admin.deleted', {
    title: 'Admin deleted',
    description: 'An admin was put into the recycle bin.',
    category: 'admin',
    data: data({ adminId: id, deletedBy: id.nullable() }),
    example: { adminId: admin, deletedBy: actor },
  }),
  webhookEvent('admin.blocked', {
    title: 'Admin blocked',
    description: 'An admin was blocked: no sign-in, and every session ended.',
    category: 'admin',
    data: data({ adminId: id, blockedBy: id.nullable(), reason: z.string().nullable() }),
    example: { adminId: admin, blockedBy: actor, reason: 'Left the company' },
  }),
  webhookEvent('user.registered', {
    title: 'User registered',
    description: 'A tenant has a new user: registered, made by an admin or an import, or come through an identity provider.',
    category: 'user',
    pairOf: 'user.created',
    data: data(registered),
    example: registeredExample,
  }),
  webhookEvent('user.created', {
    title: 'User created',
    description: 'The same as `user.registered`, and more of the user.',
    category: 'user',
    inWildcard: false,
    pairOf: 'user.registered',
    data: data({
      ...registered,
      username: z.string().nullable(),
      firstName: personal,
      lastName: personal,
      role: z.string().nullable(),
      source: z.enum(['self_registration', 'admin_created', 'external_provider']),
      tenant: z.looseObject({ id, name: z.string(), code: z.string() }),
    }),
    example: {
      ...registeredExample,
      username: 'omar',
      firstName: 'Omar',
      lastName: 'Haddad',
      role: null,
      source: 'self_registration',
      tenant: { id: tenant, name: 'Acme', code: 'acme' },
    },
  }),
  webhookEvent('user.verified', {
    title: 'User verified',
    description: 'A user proved an address or a phone number.',
    category: 'user',
    data: data({ userId: id, verificationType: z.enum(['email', 'phone']) }),
    example: { userId: user, verificationType: 'email' },
  }),
  webhookEvent('user.updated', {
    title: 'User updated',
    description: 'A user was changed: the record, or whether it is active, blocked or locked.',
    category: 'user',
    data: data({ userId: id, tenantId: id, changedFields: names, before: values, after: values, truncated }),
    example: {
      userId: user,
      tenantId: tenant,
      changedFields: ['firstName'],
      before: { firstName: 'Omar' },
      after: { firstName: 'Umar' },
    },
  }),
  webhookEvent('user.deleted', {
    title: 'User deleted',
    description: 'A user was put into the recycle bin.',
    category: 'user',
    data: data({ userId: id, tenantId: id, deletedAt: moment, deletedBy: id.nullable() }),
    example: { userId: user, tenantId: tenant, deletedAt: exampleTime, deletedBy: actor },
  }),
]
