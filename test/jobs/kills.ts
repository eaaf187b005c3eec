/** What holds of events, jobs, mails and texts however often processes are killed; the same on both databases. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CrashLabel } from '#core/crash-points.ts'
import type { Database } from '#db/database.ts'
import { FanOut } from '#events/fan-out.ts'
import { verifyLog } from '#events/seals/verify.ts'
import { maxLosses } from '#jobs/claims.ts'
import { mailJobKind, queueMail } from '#jobs/mail.ts'
import { enqueue } from '#jobs/queue.ts'
import { queueText } from '#jobs/text.ts'
import { type Child, child } from '../db/children.ts'
import { startGateway } from '../rig/gateway.ts'
import { startMailbox } from '../rig/mailbox.ts'
import { everyRoundWithin } from '../rig/race.ts'
import type { ProcessOptions } from './background-process.ts'
import { type Bench, openBench, type Place } from './bench.ts'
import { makeAccount, makeTenant, makeWebhook } from './rows.ts'
import { toldTargets } from './told-targets.ts'

/** Starts background work that is expected to be killed by itself or by the test. */
export const startBackground = (place: Place, options: Omit<ProcessOptions, keyof Place>): Child =>
  child(`import './test/jobs/background-process.ts'`, JSON.stringify({ ...place, ...options } satisfies ProcessOptions))

export async function died(process: Child): Promise<void> {
  await process.ended
  assert.equal(process.process.signalCode, 'SIGKILL', `it was not killed: ${process.errors()}`)
}

/** Opens the bench, works with it and closes it, so that a child may open the embedded database. */
export async function visit<T>(place: Place, work: (bench: Bench) => Promise<T>): Promise<T> {
  const bench = await openBench(place)
  try {
    return await work(bench)
  } finally {
    await bench.close()
  }
}

/** What the owner of an account is told of each event about it: a notification, and for two of them a mail beside it. */
const toldToOwner: Record<string, { notification: string; mail?: string }> = {
  'auth.two_factor.enabled': { notification: 'auth.two_factor_changed' },
  'auth.account.locked': { notification: 'account.locked', mail: 'account_locked' },
  'auth.login.succeeded': { notification: 'auth.new_sign_in', mail: 'new_sign_in' },
}

const toldOf = (type: string) => (toldToOwner[type] ? [toldToOwner[type]] : [])

/** What the subscription of the tenant gets of each. */
const deliveriesOf: Record<string, readonly string[]> = {
  'auth.two_factor.enabled': ['admin.updated', 'entity.updated'],
  'auth.account.locked': ['Account Security Lockout', 'entity.updated'],
}

/** Each event was told by one notification, and where a mail goes with it by one, with one job to send it. */
async function assertOwnerToldOnce({ kysely }: Database, accountId: string, events: { id: string; type: string }[]): Promise<void> {
  const told = await kysely.selectFrom('notifications').select(['eventId', 'type']).where('accountId', '=', accountId).execute()
  assert.deepEqual(
    told.map(({ eventId, type }) => `${eventId} ${type}`).sort(),
    events.flatMap(({ id, type }) => toldOf(type).map(({ notification }) => `${id} ${notification}`)).sort(),
  )
  const box = await kysely.selectFrom('notificationBoxes').selectAll().where('accountId', '=', accountId).executeTakeFirst()
  assert.deepEqual([box?.unread, box?.lastSeq], [told.length, told.length])
  const mails = await kysely.selectFrom('emails').select(['id', 'template']).where('recipientId', '=', accountId).execute()
  const owed = events.flatMap(({ type }) => toldOf(type).flatMap(({ mail }) => mail ?? []))
  assert.equal(new Set(owed).size, 2, `no lock or no sign-in among ${events.length} events`)
  assert.deepEqual(mails.map(({ template }) => template).sort(), owed.sort())
  const keys = mails.map(({ id }) => id)
  const jobs = await kysely.deleteFrom('jobs').where('kind', '=', mailJobKind).where('key', 'in', keys).returning('key').execute()
  assert.deepEqual(jobs.map(({ key }) => key).sort(), keys.sort())
}

/** All of them on one database; `processes` at once where it allows that. */
export function killTests(at: Place, processes: number): void {
  test('killed in the fan-out, before and after its commit, each event is told exactly once', async () => {
    const labels = ['fan-out.before-commit', 'fan-out.after-commit'] satisfies CrashLabel[]
    const ids = await visit(at, async ({ database, clock }) => {
      const tenantId = await makeTenant(database, clock.now(), null)
      await makeWebhook(database, clock.now(), tenantId)
      return { tenantId, accountId: await makeAccount(database, clock.now(), tenantId) }
    })
    const acknowledged = new Set<string>()
    await everyRoundWithin({ seconds: 60 }, async (round) => {
      const started = Array.from({ length: processes }, (_, n) =>
        startBackground(at, { work: 'fan-out', failAt: `${labels[(round + n) % 2]}:${1 + ((round * 3 + n * 2) % 9)}`, ...ids }),
      )
      for (const process of started) {
        await died(process)
        for (const line of process.lines) if (line.startsWith('told ')) acknowledged.add(line.slice(5))
      }
    })
    await visit(at, async (bench) => {
      const { database } = bench
      await new FanOut(bench.service, bench.log, { targets: toldTargets(bench.service) }).drain()
      const all = await database.kysely.selectFrom('events').select(['id', 'tenantId', 'type', 'entityId']).execute()
      const events = all.map(({ id }) => id)
      const logged = (await database.kysely.selectFrom('securityLog').select('eventId').execute()).map(({ eventId }) => eventId)
      const counts = await database.kysely.selectFrom('eventCounts').select(['scopeId', 'n']).execute()
      assert.deepEqual(
        [...acknowledged].filter((id) => !events.includes(id)),
        [],
        'nothing acknowledged is lost',
      )
      assert.ok(acknowledged.size > 0)
      assert.deepEqual(logged.sort(), events.sort())
      const owed = await database.kysely.selectFrom('webhookDeliveries').select(['eventId', 'event']).execute()
      assert.deepEqual(
        owed.map(({ eventId, event }) => `${eventId} ${event}`).sort(),
        all.flatMap(({ id, type }) => (deliveriesOf[type] ?? []).map((name) => `${id} ${name}`)).sort(),
      )
      await assertOwnerToldOnce(
        database,
        ids.accountId,
        all.filter(({ entityId }) => entityId === ids.accountId),
      )
      for (const scope of [null, ids.tenantId]) {
        const told = counts.filter(({ scopeId }) => scopeId === scope).reduce((sum, { n }) => sum + n, 0)
        const happened = all.filter(({ tenantId }) => scope === null || tenantId === scope).length
        assert.equal(told, happened, `counted ${told} of ${happened} for ${scope ?? 'the platform'}`)
      }
      const seals = await database.kysely.selectFrom('auditSeals').select('eventId').orderBy('sequence').execute()
      assert.deepEqual(seals.map(({ eventId }) => eventId).sort(), events)
      assert.deepEqual(await verifyLog(bench.service, ids.tenantId, { most: 100_000 }), {
        checked: all.filter(({ tenantId }) => tenantId === ids.tenantId).length,
        erased: 0,
        firstBreak: null,
        nextSequence: null,
      })
      assert.deepEqual(await database.kysely.selectFrom('poisonedEvents').selectAll().execute(), [])
      assert.deepEqual(await database.kysely.selectFrom('outbox').selectAll().execute(), [])
    })
  })

  for (const [label, mails] of [
    ['mail.before-send', 1],
    ['mail.after-send', 2],
  ] as const) {
    test(`killed at ${label}, a mail is sent ${mails === 1 ? 'once' : 'twice under one Message-ID'}, with the same code`, async () => {
      await using mailbox = await startMailbox()
      const id = await visit(at, (bench) =>
        bench.transact((ctx) =>
          queueMail(ctx, {
            template: 'password_reset_otp',
            tenantId: null,
            recipient: { type: 'admin', id: crypto.randomUUID(), address: 'a@example.test', name: null, language: 'en' },
            variables: { code: '771204' },
          }),
        ),
      )
      await died(startBackground(at, { work: 'mail', failAt: label, mailUrl: mailbox.url }))
      assert.equal(mailbox.mails.length, mails - 1)
      // the next process is past the lease of the one before
      const next = startBackground(at, { work: 'mail', failAt: null, mailUrl: mailbox.url, ahead: 70 })
      assert.equal(await next.line('nothing left'), 'nothing left', next.errors())
      next.process.kill('SIGKILL')
      await next.ended
      const mail = await visit(at, ({ database }) =>
        database.kysely.selectFrom('emails').selectAll().where('id', '=', id).executeTakeFirst(),
      )
      assert.deepEqual([mail?.status, mail?.variables], ['sent', null])
      assert.deepEqual(
        mailbox.mails.map(({ messageId }) => messageId),
        Array.from({ length: mails }, () => `<${id}@tenantry.example>`),
      )
      for (const { text } of mailbox.mails) assert.match(text!, /771204/)
    })
  }

  for (const [label, texts] of [
    ['text.before-send', 1],
    ['text.after-send', 2],
  ] as const) {
    test(`killed at ${label}, a text is sent ${texts === 1 ? 'once' : 'twice under one key'}, with the same code`, async () => {
      await using gateway = await startGateway()
      const smsUrl = `http://${gateway.host}/`
      const id = await visit(at, (bench) =>
        bench.transact((ctx) =>
          queueText(ctx, {
            template: 'phone_verification',
            tenantId: null,
            recipient: { type: 'user', id: crypto.randomUUID(), number: '+962790000000', language: 'en' },
            variables: { code: '771204', brand: 'Acme', expiresInMinutes: 10 },
          }),
        ),
      )
      await died(startBackground(at, { work: 'text', failAt: label, smsUrl }))
      assert.equal(gateway.texts.length, texts - 1)
      const next = startBackground(at, { work: 'text', failAt: null, smsUrl, ahead: 70 })
      assert.equal(await next.line('nothing left'), 'nothing left', next.errors())
      next.process.kill('SIGKILL')
      await next.ended
      const text = await visit(at, ({ database }) =>
        database.kysely.selectFrom('texts').selectAll().where('id', '=', id).executeTakeFirst(),
      )
      assert.deepEqual([text?.status, text?.variables], ['sent', null])
      assert.deepEqual(
        gateway.texts.map(({ headers, body }) => [headers['idempotency-key'], body.includes('771204')]),
        Array.from({ length: texts }, () => [id, true]),
      )
    })
  }

  test('a job that kills every process it meets is dead in the end, and others are done', async () => {
    const id = await visit(at, (bench) => bench.transact((ctx) => enqueue(ctx, { kind: 'killer', payload: {} })))
    for (const ahead of [0, 60]) await died(startBackground(at, { work: 'killer', failAt: null, ahead }))
    // the pauses between the losses that are left out would make minutes
    await visit(at, ({ database }) =>
      database.kysely
        .updateTable('jobs')
        .set({ losses: maxLosses - 1 })
        .where('id', '=', id)
        .where('losses', '=', 1)
        .execute(),
    )
    const survivor = startBackground(at, { work: 'killer', failAt: null, ahead: 120 })
    assert.equal(await survivor.line('nothing left'), 'nothing left', survivor.errors())
    survivor.process.kill('SIGKILL')
    await survivor.ended
    await visit(at, async ({ database }) => {
      const job = await database.kysely.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
      assert.deepEqual([job?.state, job?.losses], ['dead', maxLosses])
    })
  })
}
