/** Deliveries that a former version made of failed sign-ins, and how they are judged: by what their bodies hold. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { migrate } from '#db/migrate.ts'
import { hidesAll } from '#modules/webhook-deliveries/area-masks.ts'
import { olderDatabase } from '../db/older.ts'

const all = ['email', 'phoneNumber']

/** Of an attempt as an admin: of the own area nothing was left out, of the other all. */
const ofAdmins = { users: all }
const told = JSON.stringify({ event: 'auth.login.failed', data: { email: 'a@example.test', ip: '203.0.113.7', attempts: 0 } })
const untold = JSON.stringify({ event: 'auth.login.failed', data: { ip: '203.0.113.7', attempts: 0 } })

interface Kept {
  readonly what: string
  readonly masks: Record<string, string[]>
  readonly becomes: Record<string, string[]>
  readonly event?: string
  readonly status?: string
  readonly body?: string
  readonly of?: 'nobody' | 'account' | 'gone'
  readonly isTest?: boolean
}
const typed = { users: ['phoneNumber'] }
const kept: Kept[] = [
  { what: 'of an address that nobody has', masks: ofAdmins, becomes: typed },
  { what: 'by its other name', event: 'Failed Login Attempt', masks: ofAdmins, becomes: typed },
  { what: 'that was sent', status: 'Delivered', masks: ofAdmins, becomes: typed },
  {
    what: 'at the door of users, with a number left out',
    masks: { users: ['phoneNumber'], admins: all },
    becomes: { ...typed, admins: ['phoneNumber'] },
  },
  { what: 'whose event is not kept any more', of: 'gone', masks: ofAdmins, becomes: typed },
  { what: 'with nothing but the address left out', masks: { users: ['email'] }, becomes: {} },
  { what: 'of a known account', of: 'account', masks: ofAdmins, becomes: ofAdmins },
  {
    what: 'that does not tell the address',
    body: untold,
    masks: { admins: ['email'], users: all },
    becomes: { admins: ['email'], users: all },
  },
  { what: 'that is a test', isTest: true, masks: {}, becomes: {} },
  { what: 'of another event', event: 'auth.account.locked', masks: ofAdmins, becomes: ofAdmins },
]

it('a typed address that a former version told counts as told of every area; other deliveries stay as they were', async () => {
  const database = await olderDatabase('0059_left_out_mails.sql')
  const webhook = randomUUID()
  const ids = kept.map(() => randomUUID())
  await database.session(async (session) => {
    await session.query(
      `insert into webhooks (id, events, url, secret, secret_hint, created_at, updated_at)
       values ($1, '{*}', 'https://hooks.example.test/in', '', '', now(), now())`,
      [webhook],
    )
    for (const [
      n,
      { event = 'auth.login.failed', status = 'Pending', body = told, of = 'nobody', isTest = false, masks },
    ] of kept.entries()) {
      const eventId = randomUUID()
      if (of !== 'gone')
        await session.query(
          `insert into events (id, type, actor_kind, entity_type, entity_id, outcome, created_at)
           values ($1, 'auth.login.failed', 'admin', 'Admin', $2, 'failure', now())`,
          [eventId, of === 'account' ? randomUUID() : null],
        )
      await session.query(
        `insert into webhook_deliveries (id, webhook_id, event_id, event, body, masks, is_test, status, max_attempts, next_attempt_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 6, now(), now())`,
        [ids[n], webhook, eventId, event, body, JSON.stringify(masks), isTest, status],
      )
    }
  })
  await migrate(database)
  const rows = await database.kysely.selectFrom('webhookDeliveries').select(['id', 'masks']).execute()
  const masksOf = new Map(rows.map(({ id, masks }) => [id, masks as Record<string, string[]>]))
  for (const [n, { what, becomes }] of kept.entries()) assert.deepEqual(masksOf.get(ids[n]!), becomes, what)
  // as who may not see the addresses of users is shown them, and a subscription of theirs sends them
  const isShown = kept.map((_, n) => hidesAll(masksOf.get(ids[n]!)!, { users: ['email'] }))
  assert.deepEqual(isShown, [false, false, false, false, false, false, true, true, false, true])
})
