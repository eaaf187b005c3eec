import { type EventFacts, textIn } from './event-facts.ts'
import { type BodyData, type EntityRecord, entity, type Telling } from './telling.ts'

const idOf = ({ event }: EventFacts) => event.entityId

interface Parent {
  readonly id: string
  readonly name: string
}

export const newTenant: readonly Telling[] = [
  {
    name: 'tenant.created',
    dataOf(facts) {
      const parent = (facts.data.parent ?? null) as Parent | null
      const { code = '', settings = {} } = facts.data
      return { tenantId: idOf(facts), name: facts.event.entityName ?? '', parentId: parent?.id ?? null, code, settings, parent }
    },
  },
  entity('entity.created'),
]

export const changedSettings: readonly Telling[] = [
  {
    name: 'tenant.settings_changed',
    dataOf: (facts) => ({ tenantId: idOf(facts), changedSettings: Object.keys(facts.changes), changes: facts.changes }),
  },
  entity('entity.updated'),
]

const deactivated = (reasonOf: (facts: EventFacts) => string | null, statusOf: (facts: EventFacts) => unknown): Telling => ({
  name: 'tenant.deactivated',
  dataOf: (facts) => ({
    tenantId: idOf(facts),
    reason: reasonOf(facts),
    deactivatedAt: facts.event.createdAt.toISOString(),
    status: statusOf(facts),
  }),
})

export const shutTenant: readonly Telling[] = [
  deactivated(
    ({ data }) => textIn(data, 'statusReason') ?? null,
    ({ changes: { status } }) => (status?.after === 'Inactive' ? 'inactive' : status?.after),
  ),
  entity('entity.updated'),
]

export const deletedTenant: readonly Telling[] = [
  deactivated(
    () => null,
    () => 'deleted',
  ),
  entity('entity.deleted', () => ({})),
]

const namesIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [])

function permissionsOf(facts: EventFacts): { roleId: string | null; addedPerms: string[]; removedPerms: string[] } {
  const { permissions } = facts.changes
  const [before, after] = [namesIn(permissions?.before), namesIn(permissions?.after)]
  return {
    roleId: idOf(facts),
    addedPerms: after.filter((name) => !before.includes(name)),
    removedPerms: before.filter((name) => !after.includes(name)),
  }
}

export const changedPermissions: readonly Telling[] = [
  { name: 'role.permissions_changed', dataOf: permissionsOf },
  {
    name: 'role.permissions.changed',
    dataOf(facts): BodyData {
      const changed = permissionsOf(facts)
      return {
        ...changed,
        role: { id: changed.roleId, name: facts.event.entityName ?? '' },
        addedPermissions: changed.addedPerms,
        removedPermissions: changed.removedPerms,
        tenantId: facts.event.tenantId,
      }
    },
  },
  entity('entity.updated'),
]

const domain = ({ data }: EventFacts): EntityRecord => ({ type: 'Domain', id: data.domainId })
const nameOf = ({ data }: EventFacts) => textIn(data, 'domainName') ?? null

/** Domains are told in the log of their tenant, and are records of their own to those who listen. */
export const domains = {
  created: [entity('entity.created', (facts) => ({ domainName: { before: null, after: nameOf(facts) } }), domain)],
  deleted: [entity('entity.deleted', (facts) => ({ domainName: { before: nameOf(facts), after: null } }), domain)],
  primary: [entity('entity.updated', () => ({ isPrimary: { before: false, after: true } }), domain)],
  becomes: (status: string) => [
    entity('entity.updated', ({ data }) => ({ verificationStatus: { before: data.formerStatus ?? null, after: status } }), domain),
  ],
} satisfies Record<string, readonly Telling[] | ((status: string) => readonly Telling[])>

const provider = ({ data }: EventFacts): EntityRecord => ({ type: 'IdentityProvider', id: data.providerId })
const changesIn = ({ data }: EventFacts) => (data.changes ?? {}) as BodyData

/** So are identity providers; of another secret only that the provider changed. */
export const providers = {
  created: [entity('entity.created', changesIn, provider)],
  updated: [entity('entity.updated', changesIn, provider)],
  deleted: [entity('entity.deleted', () => ({}), provider)],
} satisfies Record<string, readonly Telling[]>
