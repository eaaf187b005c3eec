/** INV-OUTBOX: what is owed for all that happened, by the rows, is what came out of the service: no more, no less, each under one id. */
import assert from 'node:assert/strict'
import type pg from 'pg'
import { eventually } from '../rig/ports.ts'
import type { Deeds } from './mix.ts'
import type { Outside } from './outside.ts'

/** Under which of the names that are subscribed to a webhook is told of what happened; docs/events.md. */
const toldAs: Readonly<Record<string, readonly string[]>> = {
  'tenant.created': ['tenant.created', 'entity.created'],
  'admin.created': ['entity.created'],
  'admin.deleted': ['entity.deleted'],
  'user.created': ['user.created', 'entity.created'],
  'role.created': ['entity.created'],
  'file.uploaded': ['entity.created'],
  'file.deleted': ['entity.deleted'],
}

interface Happened {
  readonly id: string
  readonly type: string
  readonly tenantId: string | null
  readonly entityId: string
}

/**
 * Waits until everything has left. What waits for a minute because nobody was there to take it is due at once, for the minute teaches nothing.
 */
export async function allSent(db: pg.Client): Promise<void> {
  const open = `select (select count(*) from outbox)::int as events, (select count(*) from emails where status <> 'sent')::int as mails,
    (select count(*) from texts where status <> 'sent')::int as texts, (select count(*) from jobs where kind like '%.send%')::int as jobs,
    (select count(*) from webhook_deliveries where status <> 'Delivered')::int as webhooks, (select count(*) from poisoned_events)::int as poisoned`
  let last = ''
  await eventually(
    'everything to leave',
    async () => {
      await db.query("update jobs set run_at = now() where state = 'waiting' and run_at > now() and kind like '%.send%'")
      const { rows } = await db.query<Record<string, number>>(open)
      last = JSON.stringify(rows[0])
      return Object.values(rows[0]!).every((count) => count === 0)
    },
    120_000,
  ).catch((error) => assert.fail(`${error.message}: ${last}`))
}

/** Every acknowledged write has one event, and every event is told of to each subscription once under each of its names. */
export async function checkWebhooks(db: pg.Client, deeds: Deeds, { hooks }: Outside): Promise<void> {
  const { rows: happened } = await db.query<Happened>(
    `select id, type, tenant_id as "tenantId", entity_id as "entityId" from events
      where type = any($1) and id > (select id from events where type = 'webhook.created' order by id desc limit 1)`,
    [Object.keys(toldAs)],
  )
  const acknowledged: Record<string, readonly string[]> = {
    'role.created': deeds.roles,
    'user.created': deeds.users,
    'file.uploaded': [...deeds.files.keys(), ...deeds.deleted, ...deeds.doubtful],
    'file.deleted': deeds.deleted,
  }
  for (const [type, ids] of Object.entries(acknowledged)) {
    const told = happened.filter((event) => event.type === type).map(({ entityId }) => entityId)
    assert.equal(new Set(told).size, told.length, `an event ${type} stands twice`)
    assert.deepEqual(
      ids.filter((id) => !told.includes(id)),
      [],
      `${type} was acknowledged and has no event`,
    )
  }
  const { rows: webhooks } = await db.query<{ id: string; tenantId: string | null; url: string }>(
    'select id, tenant_id as "tenantId", url from webhooks',
  )
  assert.equal(webhooks.length, 2)
  const owed = happened.flatMap((event) =>
    webhooks
      .filter(({ tenantId }) => tenantId === null || tenantId === event.tenantId)
      .flatMap(({ url }) => toldAs[event.type]!.map((name) => `${new URL(url).pathname} ${name} ${event.entityId} ${event.type}`)),
  )
  // under each id the same thing every time, and each thing under one id
  const byId = Map.groupBy(hooks.received, ({ headers }) => headers['x-webhook-id'] as string)
  const typeOf = new Map(happened.map(({ id, type, entityId }) => [id, { type, entityId }]))
  const { rows: deliveries } = await db.query<{ id: string; eventId: string }>('select id, event_id as "eventId" from webhook_deliveries')
  const eventOf = new Map(deliveries.map(({ id, eventId }) => [id, typeOf.get(eventId)]))
  const came = [...byId].flatMap(([id, copies]) => {
    assert.equal(new Set(copies.map(({ path, body }) => `${path} ${body}`)).size, 1, `two bodies under one id: ${id}`)
    assert.ok(eventOf.has(id), `nobody owes ${id}`)
    const about = eventOf.get(id)
    if (about === undefined) return []
    const { path, body } = copies[0]!
    assert.ok(body.includes(about.entityId), `${body} is not about ${about.entityId}`)
    return [`${path} ${JSON.parse(body).event} ${about.entityId} ${about.type}`]
  })
  assert.deepEqual(came.sort(), owed.sort())
}

/** Each mail that is owed came, each under one Message-ID and with the same words, and none that is not. */
export async function checkMails(db: pg.Client, deeds: Deeds, { mailbox }: Outside): Promise<void> {
  const { rows } = await db.query<{ id: string; to: string; messageId: string }>(
    'select id, recipient_address as to, message_id as "messageId" from emails',
  )
  const byId = Map.groupBy(mailbox.mails, ({ messageId }) => messageId)
  assert.deepEqual([...byId.keys()].sort(), rows.map(({ messageId }) => `<${messageId}>`).sort())
  for (const { to, messageId } of rows) {
    const copies = byId.get(`<${messageId}>`)!
    assert.equal(new Set(copies.map(({ envelope, subject, text, html }) => JSON.stringify([envelope, subject, text, html]))).size, 1)
    assert.deepEqual(copies[0]!.envelope.to, [to])
  }
  const owed = new Map(rows.map(({ id, to }) => [id, to]))
  assert.deepEqual(
    deeds.mails.filter((id) => !owed.has(id)),
    [],
  )
  for (const address of deeds.history.welcomed)
    assert.equal(rows.filter(({ to }) => to === address).length, 1, `${address} is owed one welcome`)
}

/** The same of texts: one to each number. */
export async function checkTexts(db: pg.Client, deeds: Deeds, { texts }: Outside): Promise<void> {
  const { rows } = await db.query<{ id: string; to: string }>('select id, recipient_number as to from texts')
  const byKey = Map.groupBy(texts.texts, ({ headers }) => headers['idempotency-key'] as string)
  assert.deepEqual([...byKey.keys()].sort(), rows.map(({ id }) => id).sort())
  for (const { id, to } of rows) assert.deepEqual([...new Set(byKey.get(id)!.map((text) => text.to))], [to])
  for (const copies of byKey.values()) assert.equal(new Set(copies.map(({ body }) => body)).size, 1, 'two codes under one key')
  for (const number of deeds.texted) assert.equal(rows.filter(({ to }) => to === number).length, 1, `${number} is owed one text`)
}

/** Each sign-in that was acknowledged is told of, and none that nobody asked for. */
export async function checkSignIns(db: pg.Client, { signIns }: Deeds, tenantId: string): Promise<void> {
  const { rowCount } = await db.query("select from events where type = 'auth.login.succeeded' and tenant_id = $1", [tenantId])
  assert.ok(Number(rowCount) >= signIns.done && Number(rowCount) <= signIns.asked, `${rowCount} of ${JSON.stringify(signIns)}`)
}

/** Each event that is logged is sealed once. */
export async function checkSeals(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ events: number; sealed: number; seals: number }>(
    `select count(distinct e.id)::int as events, count(distinct s.event_id)::int as sealed, count(s.event_id)::int as seals
      from events e left join audit_seals s on s.event_id = e.id and s.kind = 'entry' where e.is_logged`,
  )
  const { events, sealed, seals } = rows[0]!
  assert.ok(events > 0)
  assert.deepEqual([sealed, seals], [events, events])
}
