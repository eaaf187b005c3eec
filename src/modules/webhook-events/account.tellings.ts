import { type Changes, type EventFacts, given, sideOf, textIn } from './event-facts.ts'
import { type BodyData, entity, type Telling } from './telling.ts'

const idOf = ({ event }: EventFacts) => event.entityId
const isUser = ({ event }: EventFacts) => event.entityType === 'User'

const registered = (facts: EventFacts): BodyData => ({
  userId: idOf(facts),
  email: given(facts, 'email'),
  tenantId: facts.event.tenantId,
})

/** A new user, however it came to be. */
export const newUser: readonly Telling[] = [
  { name: 'user.registered', dataOf: registered },
  {
    name: 'user.created',
    dataOf: (facts) => ({
      ...registered(facts),
      username: given(facts, 'username') ?? null,
      firstName: given(facts, 'firstName'),
      lastName: given(facts, 'lastName'),
      role: null,
      source: textIn(facts.data, 'source'),
      tenant: facts.data.tenant,
    }),
  },
  entity('entity.created'),
]

export const newAdmin: readonly Telling[] = [
  {
    name: 'admin.created',
    dataOf: (facts) => ({
      adminId: idOf(facts),
      email: given(facts, 'email'),
      role: textIn(facts.data, 'role') ?? '',
      tenantId: facts.event.tenantId,
    }),
  },
  entity('entity.created'),
]

type ChangesOf = (facts: EventFacts) => Changes

const asItSays: ChangesOf = ({ changes }) => changes

const adminUpdated = (changesOf: ChangesOf): Telling => ({
  name: 'admin.updated',
  dataOf: (facts) => ({ adminId: idOf(facts), changedFields: Object.keys(changesOf(facts)) }),
})

const userUpdated = (changesOf: ChangesOf): Telling => ({
  name: 'user.updated',
  dataOf(facts) {
    const changes = changesOf(facts)
    return {
      userId: idOf(facts),
      tenantId: facts.event.tenantId,
      changedFields: Object.keys(changes),
      before: sideOf(changes, 'before'),
      after: sideOf(changes, 'after'),
    }
  },
})

/** An account of either kind that changed, as the event says or as it means. */
export function changedAccount(changesOf: ChangesOf = asItSays): (facts: EventFacts) => readonly Telling[] {
  const [admin, user] = [adminUpdated(changesOf), userUpdated(changesOf)].map((telling) => [telling, entity('entity.updated', changesOf)])
  return (facts) => (isUser(facts) ? user! : admin!)
}

/** What an event means that names no field. */
export const becomes =
  (field: string, before: unknown, after: unknown): ChangesOf =>
  () => ({ [field]: { before, after } })

export const blockedAdmin: readonly Telling[] = [
  {
    name: 'admin.blocked',
    dataOf: (facts) => ({ adminId: idOf(facts), blockedBy: facts.event.actorId, reason: textIn(facts.data, 'reason') ?? null }),
  },
  entity('entity.updated'),
]

const nothing = () => ({})

export const deletedAdmin: readonly Telling[] = [
  { name: 'admin.deleted', dataOf: (facts) => ({ adminId: idOf(facts), deletedBy: facts.event.actorId }) },
  entity('entity.deleted', nothing),
]

export const deletedUser: readonly Telling[] = [
  {
    name: 'user.deleted',
    dataOf: (facts) => ({
      userId: idOf(facts),
      tenantId: facts.event.tenantId,
      deletedAt: facts.event.createdAt.toISOString(),
      deletedBy: facts.event.actorId,
    }),
  },
  entity('entity.deleted', nothing),
]

const verifiedFields: Record<string, ChangesOf> = {
  email: becomes('emailVerified', false, true),
  phone: becomes('phoneVerified', false, true),
}

/** A user proved an address or a number. */
export const verifiedUser = (typeOf: (facts: EventFacts) => string): readonly Telling[] => [
  { name: 'user.verified', dataOf: (facts) => ({ userId: idOf(facts), verificationType: typeOf(facts) }) },
  entity('entity.updated', (facts) => verifiedFields[typeOf(facts)]?.(facts) ?? {}),
]

/** What came back is there again; of who left the recycle bin the account's own events say that they are deleted no more. */
export const restored = (facts: EventFacts): readonly Telling[] => {
  const back = entity('entity.created', nothing)
  const changes = becomes('isDeleted', true, false)
  if (isUser(facts)) return [userUpdated(changes), back]
  return facts.event.entityType === 'Admin' ? [adminUpdated(changes), back] : [back]
}
