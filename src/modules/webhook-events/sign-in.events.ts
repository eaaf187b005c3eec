import { z } from 'zod'
import { accountType, data, exampleIds, exampleTime, id, moment, personal, tenantId } from './body-shapes.ts'
import { webhookEvent } from './event-definition.ts'

const { user, tenant } = exampleIds

const count = z.int().min(0)
const failed = { email: personal, ip: personal, attempts: count }
const failedExample = { email: 'omar@acme.test', ip: '203.0.113.7', attempts: 2 }
const locked = { userId: id, lockoutEnd: moment.nullable(), accountType }
const lockedExample = { userId: user, lockoutEnd: exampleTime, accountType: 'user' } as const

/** Of sign-ins that went wrong. */
export const signInEvents = [
  webhookEvent('Failed Login Attempt', {
    title: 'Sign-in failed',
    description: 'A sign-in failed. `attempts`: failures in a row on the account; 0 where the name has none or the failure is not counted.',
    category: 'sign_in',
    pairOf: 'auth.login.failed',
    data: data(failed),
    example: failedExample,
  }),
  webhookEvent('auth.login.failed', {
    title: 'Sign-in failed, with the kind of account',
    description: 'The same as `Failed Login Attempt`, and where it happened.',
    category: 'sign_in',
    inWildcard: false,
    pairOf: 'Failed Login Attempt',
    data: data({ ...failed, attemptCount: count, tenantId, accountType }),
    example: { ...failedExample, attemptCount: 2, tenantId: tenant, accountType: 'user' },
  }),
  webhookEvent('Account Security Lockout', {
    title: 'Account locked',
    description: 'Too many failures locked an account, of an admin or of a user.',
    category: 'sign_in',
    pairOf: 'auth.account.locked',
    data: data(locked),
    example: lockedExample,
  }),
  webhookEvent('auth.account.locked', {
    title: 'Account locked, with the failures',
    description: 'The same as `Account Security Lockout`, and more of it.',
    category: 'sign_in',
    inWildcard: false,
    pairOf: 'Account Security Lockout',
    data: data({ ...locked, email: personal, attemptCount: count }),
    example: { ...lockedExample, email: 'omar@acme.test', attemptCount: 5 },
  }),
]
