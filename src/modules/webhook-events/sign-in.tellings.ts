import { becomes } from './account.tellings.ts'
import { type EventFacts, textIn } from './event-facts.ts'
import { type BodyData, entity, type Telling } from './telling.ts'

const attemptsOf = ({ data }: EventFacts) => (typeof data.attempts === 'number' ? data.attempts : 0)
const accountTypeOf = ({ event }: EventFacts) => (event.entityType === 'Admin' ? 'admin' : 'user')

const failed = (facts: EventFacts): BodyData => ({ email: textIn(facts.data, 'email'), ip: facts.ip, attempts: attemptsOf(facts) })

export const failedSignIn: readonly Telling[] = [
  { name: 'Failed Login Attempt', dataOf: failed },
  {
    name: 'auth.login.failed',
    dataOf: (facts) => ({
      ...failed(facts),
      attemptCount: attemptsOf(facts),
      tenantId: facts.event.tenantId,
      accountType: accountTypeOf(facts),
    }),
  },
]

const locked = (facts: EventFacts): BodyData => ({
  userId: facts.event.entityId,
  lockoutEnd: textIn(facts.data, 'lockoutEnd') ?? null,
  accountType: accountTypeOf(facts),
})

export const lockedAccount: readonly Telling[] = [
  { name: 'Account Security Lockout', dataOf: locked },
  {
    name: 'auth.account.locked',
    dataOf: (facts) => ({ ...locked(facts), email: textIn(facts.data, 'email'), attemptCount: attemptsOf(facts) }),
  },
  entity('entity.updated', becomes('isLockedOut', false, true)),
]
