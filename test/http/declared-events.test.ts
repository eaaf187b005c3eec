/** A route puts into the event log what it declares, and nothing else, whoever opens the transaction. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { unauthenticated } from '#core/errors.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { route } from '#http/route.ts'
import { modules } from '../../src/app.ts'
import { startApp, type TestApp } from '../harness.ts'

const base = '/api/v1/planted'
const declared = { operationId: 'plant', summary: 'Planted', access: 'public', status: 204, emits: ['auth.logout.succeeded'] } as const

/** A change and an event of which the route says nothing. */
async function change(ctx: PublicContext): Promise<undefined> {
  await sql`insert into unknown_logins (key, failures, last_failed_at) values (${randomBytes(32)}, 1, ${ctx.now})`.execute(ctx.db)
  await emit(ctx, 'auth.logout.succeeded', { tenantId: null })
  await emit(ctx, 'auth.login.succeeded', { tenantId: null })
}

const planted = {
  'POST /one': route({ ...declared, run: change }),
  'POST /own': route({ ...declared, transaction: 'own', run: async (ctx) => await transact(ctx, change) }),
  'POST /thrown': route({
    ...declared,
    transaction: 'own',
    run: async (ctx) => {
      await transact(ctx, change)
      throw unauthenticated('invalid_credentials')
    },
  }),
  'POST /swallowed': route({ ...declared, transaction: 'own', run: async (ctx) => await transact(ctx, change).catch(() => undefined) }),
  'POST /declared': route({ ...declared, run: async (ctx) => void (await emit(ctx, 'auth.logout.succeeded', { tenantId: null })) }),
}

describe('an event that its route does not declare', () => {
  let app: TestApp
  before(async () => {
    ;(modules as Record<string, unknown>)[base] = planted
    // nobody describes a planted area
    app = await startApp({ env: { SWAGGER: 'off' } })
  })
  // Other test files run in this process, too.
  after(() => void delete (modules as Record<string, unknown>)[base])

  const written = async () => {
    const { rows } = await sql<{ events: number; logins: number }>`
      select (select count(*)::int from events where type in ('auth.logout.succeeded', 'auth.login.succeeded')) as events,
        (select count(*)::int from unknown_logins) as logins`.execute(app.open.service.database.kysely)
    return rows[0]
  }

  for (const path of ['one', 'own', 'thrown']) {
    it(`fails the request and takes back its change (${path})`, async () => {
      const earlier = await written()
      const reply = await app.request('POST', `${base}/${path}`)
      assert.equal(reply.status, 500, reply.text)
      assert.equal(reply.json.code, 'internal_error')
      assert.deepEqual(await written(), earlier)
      const told = JSON.stringify(app.logs)
      assert.ok(told.includes(`POST ${base}/${path} emits undeclared auth.login.succeeded`), 'the log names route and event')
      assert.ok(!reply.text.includes('undeclared'))
    })
  }

  it('is not written either where the action passes over the error', async () => {
    const earlier = await written()
    await app.request('POST', `${base}/swallowed`)
    assert.deepEqual(await written(), earlier)
  })

  it('does not keep a declared one from being written', async () => {
    const earlier = await written()
    const reply = await app.request('POST', `${base}/declared`)
    assert.equal(reply.status, 204, reply.text)
    assert.equal((await written())?.events, (earlier?.events ?? 0) + 1)
  })
})
