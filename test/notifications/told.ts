/** What people were told of, once events were made known. */
import assert from 'node:assert/strict'
import type { EventName } from '#events/catalog.ts'
import { type EventFacts, emit } from '#events/emit.ts'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { notificationTarget } from '#modules/notifications/notifications.fan-out.ts'
import { change } from '../auth/people.ts'
import type { TestApp } from '../harness.ts'

/** Writes an event, as the part would that it is of. @returns its id */
export const happen = (app: TestApp, name: EventName, facts: EventFacts): Promise<string> => change(app, (ctx) => emit(ctx, name, facts))

/** Tells of everything that happened so far. */
export async function fanOut(app: TestApp): Promise<void> {
  const { service } = app.open
  const log = { warn() {}, error: (...said: unknown[]) => assert.fail(JSON.stringify(said)) }
  await new FanOut(service, log, { targets: [...fanOutTargets, notificationTarget(service)] }).drain()
}

export interface Told {
  readonly accountId: string
  readonly type: string
  readonly title: string
  readonly body: string
  readonly eventId: string
}

/** The notifications of an account, oldest first. */
export async function toldOf(app: TestApp, accountId: string): Promise<Told[]> {
  return await app.open.service.database.kysely
    .selectFrom('notifications')
    .select(['accountId', 'type', 'title', 'body', 'eventId'])
    .where('accountId', '=', accountId)
    .orderBy('seq')
    .execute()
}

/** Whom an event was told, each as often as it was. */
export async function toldBy(app: TestApp, eventId: string): Promise<string[]> {
  const rows = await app.open.service.database.kysely
    .selectFrom('notifications')
    .select('accountId')
    .where('eventId', '=', eventId)
    .execute()
  return rows.map(({ accountId }) => accountId)
}

export const typesOf = async (app: TestApp, accountId: string): Promise<string[]> => (await toldOf(app, accountId)).map(({ type }) => type)
