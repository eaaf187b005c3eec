/** Webhooks under callers at once, on two services over one database: the last place of a tenant, and one secret after the other. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { openWebhookSecret } from '#modules/webhook-deliveries/stored-secret.ts'
import { expectStatus, type Reply, startTwo, type TestApp, tenantWithAdmin } from '../harness.ts'
import { everyRound, race, tally } from '../rig/race.ts'
import { addWebhook, hooks, wanted } from '../webhooks/rig.ts'

let apps: readonly [TestApp, TestApp]
let app: TestApp
let root: string
before(async () => {
  apps = await startTwo()
  app = apps[0]
  root = await app.superToken()
})

type Call = (at: TestApp) => Promise<Reply>
const atOnce = (round: number, calls: readonly Call[]) => race(calls.map((call, number) => () => call(apps[(round + number) % 2]!)))
const times = <T>(count: number, make: (number: number) => T): T[] => Array.from({ length: count }, (_, number) => make(number))
const statuses = (replies: readonly Reply[]) => tally(replies.map(({ status }) => status))
const living = async (tenantId: string | null) =>
  (
    await app.open.service.database.kysely
      .selectFrom('webhooks')
      .select('id')
      .where('tenantId', tenantId === null ? 'is' : '=', tenantId)
      .where('deletedAt', 'is', null)
      .execute()
  ).length

describe('the last place of a tenant', () => {
  it('is taken by one of sixteen', async () => {
    await everyRound(async (round) => {
      const { tenant, signIn } = await tenantWithAdmin(app)
      const token = (await signIn()).accessToken
      for (let n = 0; n < 19; n++) await addWebhook(app, tenant.id)
      const replies = await atOnce(
        round,
        times(16, () => (at) => at.post(hooks, wanted(), { token })),
      )
      assert.deepEqual(statuses(replies), { 201: 1, 409: 15 })
      assert.equal(await living(tenant.id), 20)
    })
  })

  it('of the platform too, which has no row to lock', async () => {
    await everyRound(async (round) => {
      const { kysely } = app.open.service.database
      await kysely.updateTable('webhooks').set({ deletedAt: new Date() }).where('tenantId', 'is', null).execute()
      for (let n = 0; n < 19; n++) await addWebhook(app, null)
      const replies = await atOnce(
        round,
        times(16, () => (at) => at.post(hooks, wanted(), { token: root })),
      )
      assert.deepEqual(statuses(replies), { 201: 1, 409: 15 })
      assert.equal(await living(null), 20)
    })
  })

  it('is taken by a restore or by one that is new, never by both', async () => {
    await everyRound(async (round) => {
      const { tenant, signIn } = await tenantWithAdmin(app)
      const token = (await signIn()).accessToken
      const binned = await addWebhook(app, tenant.id)
      expectStatus(await app.request('DELETE', `${hooks}/${binned}`, { token }), 204)
      for (let n = 0; n < 19; n++) await addWebhook(app, tenant.id)
      const replies = await atOnce(round, [
        ...times(4, () => (at: TestApp) => at.post(`/api/v1/recycle-bin/${binned}/restore`, undefined, { token })),
        ...times(4, () => (at: TestApp) => at.post(hooks, wanted(), { token })),
      ])
      const done = replies.filter(({ status }) => status < 300)
      assert.equal(done.length, 1, JSON.stringify(statuses(replies)))
      assert.ok(replies.every(({ status }) => [200, 201, 404, 409].includes(status)))
      assert.equal(await living(tenant.id), 20)
    })
  })
})

describe('one subscription', () => {
  it('rotated by many at once: each secret follows another, and the two that sign are two that were answered', async () => {
    const { tenant, signIn } = await tenantWithAdmin(app)
    const [tenantId, token] = [tenant.id, (await signIn()).accessToken]
    await everyRound(async (round) => {
      const id = await addWebhook(app, tenantId)
      const replies = await atOnce(
        round,
        times(8, () => (at) => at.post(`${hooks}/${id}/rotate-secret`, {}, { token })),
      )
      assert.deepEqual(statuses(replies), { 200: 8 })
      const answered = replies.map(({ json }) => json.secret as string)
      const { kysely } = app.open.service.database
      const row = await kysely.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const open = (sealed: string) => openWebhookSecret(app.open.service.keys, id, sealed)
      assert.equal(row.version, 9, 'none was written over another')
      assert.equal(new Set(answered).size, 8)
      assert.ok(answered.includes(open(row.secret)) && answered.includes(open(row.previousSecret!)))
      assert.notEqual(open(row.secret), open(row.previousSecret!))
      assert.equal(row.secretHint, `…${open(row.secret).slice(-4)}`)
      await app.request('DELETE', `${hooks}/${id}`, { token: root })
    })
  })

  it('changed, rotated and deleted at once: a clear answer to each, and of changes under one version one', async () => {
    const { tenant, signIn } = await tenantWithAdmin(app)
    const [tenantId, token] = [tenant.id, (await signIn()).accessToken]
    await everyRound(async (round) => {
      const id = await addWebhook(app, tenantId)
      const put = (number: number) => (at: TestApp) =>
        at.request('PUT', `${hooks}/${id}`, { token, body: { description: `Of ${number}`, version: 1 } })
      const changed = await atOnce(round, times(6, put))
      assert.deepEqual(statuses(changed), { 200: 1, 409: 5 })
      const replies = await atOnce(round, [
        ...times(3, (number) => (at: TestApp) => at.request('PUT', `${hooks}/${id}`, { token, body: { isActive: number % 2 === 0 } })),
        ...times(2, () => (at: TestApp) => at.post(`${hooks}/${id}/rotate-secret`, { gracePeriodSeconds: 0 }, { token })),
        ...times(2, () => (at: TestApp) => at.request('DELETE', `${hooks}/${id}`, { token })),
      ])
      assert.ok(
        replies.every(({ status }) => [200, 204, 404].includes(status)),
        JSON.stringify(statuses(replies)),
      )
      assert.equal(replies.filter(({ status }) => status === 204).length, 1)
    })
  })
})
