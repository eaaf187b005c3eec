import { z } from 'zod'
import { changes, data, exampleIds, id, tenantId, truncated } from './body-shapes.ts'
import { webhookEvent } from './event-definition.ts'

const { tenant, actor, role } = exampleIds

const entity = data({
  entityType: z.string().meta({ description: 'Such as Admin, User, Tenant, Role, UserGroup, Domain, IdentityProvider, Webhook' }),
  entityId: z.string().meta({ description: 'As the API shows it: a UUID, of groups opaque' }),
  changes,
  actorId: id.nullable().meta({ description: 'Null where the service itself did it' }),
  tenantId,
  truncated,
})
const about = { entityType: 'Role', entityId: role, actorId: actor, tenantId: tenant }

/** One for every record that is created, changed or deleted, of whatever kind; told only to those that list them by name. */
export const entityEvents = [
  webhookEvent('entity.created', {
    title: 'Record created',
    description: 'A record of any kind was created, or came back from the recycle bin.',
    category: 'entity',
    inWildcard: false,
    data: entity,
    example: { ...about, changes: { name: { before: null, after: 'Support' } } },
  }),
  webhookEvent('entity.updated', {
    title: 'Record updated',
    description: 'A record of any kind was changed.',
    category: 'entity',
    inWildcard: false,
    data: entity,
    example: { ...about, changes: { name: { before: 'Support', after: 'Help desk' } } },
  }),
  webhookEvent('entity.deleted', {
    title: 'Record deleted',
    description: 'A record of any kind was deleted. Told again, with `purgedAt` among the changes, when it is erased for ever.',
    category: 'entity',
    inWildcard: false,
    data: entity,
    example: { ...about, changes: {} },
  }),
  webhookEvent('webhook.test', {
    title: 'Test',
    description: 'Sent by the test of a subscription; nothing happened. It cannot be subscribed to.',
    category: 'test',
    inWildcard: false,
    isSubscribable: false,
    data: data({ message: z.string(), test: z.literal(true) }),
    example: { message: 'This is a test.', test: true },
  }),
]
