/** End users with phone numbers, and what they are texted. */
import { randomInt, randomUUID } from 'node:crypto'
import { createAccount, type NewAccount } from '#accounts/new-account.ts'
import { change } from '../auth/people.ts'
import type { TestApp } from '../harness.ts'
import type { Gateway } from '../rig/gateway.ts'
import { eventually } from '../rig/ports.ts'

/** A mobile number in Jordan that nobody else of the test has. */
export const newNumber = () => `+96279${String(randomInt(10_000_000)).padStart(7, '0')}`

/** An end user without a password. @returns the id */
export async function addUser(app: TestApp, tenantId: string, phoneNumber: string, more: Partial<NewAccount> = {}): Promise<string> {
  const mark = randomUUID().slice(0, 8)
  const names = { username: `user-${mark}`, email: `user-${mark}@example.test`, firstName: 'Some', lastName: `User ${mark}` }
  return await change(app, (ctx) =>
    createAccount(ctx, 'user', { tenantId, phoneNumber, roleId: null, passwordHash: null, createdBy: null, ...names, ...more }),
  )
}

/** Waits until every text that was asked for has left, or was left out. */
export async function textsDone(app: TestApp): Promise<void> {
  const open = app.open.service.database.kysely
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', ['phone-verification.send', 'text.send'])
  await eventually('every text to leave', async () => (await open.execute()).length === 0)
}

/** The codes that a number was texted so far, oldest first. */
export const codesTo = (gateway: Gateway, number: string): string[] =>
  gateway.texts.filter(({ to }) => to === number).map(({ body }) => /\b[0-9]{6}\b/.exec(body)?.[0] ?? body)
