/** How many templates there may be: 200 of a tenant, and of the platform, whichever way they come. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { mostTemplates } from '#modules/message-templates/template-room.ts'
import { expectStatus, startTwo, type TestApp, tenantWithAdmin } from '../harness.ts'
import { race, tally } from '../rig/race.ts'
import { remove } from '../roles/making.ts'
import { makeTemplate, path, tryTemplate } from './making.ts'

let apps: readonly [TestApp, TestApp]
let places: { readonly of: string; readonly tenantId: string | null; readonly token: string }[]
before(async () => {
  apps = await startTwo()
  const { tenant, signIn } = await tenantWithAdmin(apps[0])
  places = [
    { of: 'a tenant', tenantId: tenant.id, token: (await signIn()).accessToken },
    { of: 'the platform', tenantId: null, token: await apps[0].superToken() },
  ]
})

/** So many as rows, but for those that are there. */
async function fill(tenantId: string | null, upTo: number): Promise<void> {
  await sql`
    insert into message_templates (id, tenant_id, name, name_key, category, subject, body_html, declared_variables, variables, created_at, updated_at)
    select gen_random_uuid(), ${tenantId}, 'n' || n, 'n' || n, 'news', 's', 'b', '{}', '{}', now(), now()
    from generate_series(1, ${upTo}::integer - (
      select count(*)::integer from message_templates where tenant_id is not distinct from ${tenantId} and deleted_at is null)) n`.execute(
    apps[0].open.service.database.kysely,
  )
}

const restore = (app: TestApp, id: string, token: string) => app.post(`/api/v1/recycle-bin/${id}/restore`, {}, { token })

describe('the last place for a template', () => {
  for (const n of [0, 1])
    it(`is taken once, by a new one or by one that comes back: of ${['a tenant', 'the platform'][n]}`, async () => {
      const { tenantId, token } = places[n]!
      const gone = await makeTemplate(apps[0], token)
      const away = await makeTemplate(apps[0], token)
      for (const { id } of [gone, away]) expectStatus(await remove(apps[0], `${path}/${id}`, { token }), 204)
      await fill(tenantId, mostTemplates - 1)
      const calls = [0, 1, 2, 3].map((i) => () => tryTemplate(apps[i % 2]!, token))
      const back = [gone, away].map(
        ({ id }, i) =>
          () =>
            restore(apps[i % 2]!, id, token),
      )
      const replies = await race([...calls, ...back])
      const { 409: refused = 0, 200: restored = 0, 201: made = 0 } = tally(replies.map(({ status }) => status)) as Record<number, number>
      assert.deepEqual([restored + made, refused], [1, 5])
      for (const { json } of replies.filter(({ status }) => status === 409)) assert.equal(json.code, 'quota_exceeded')
      const left = replies[4]!.status === 200 ? away : gone
      const [entry] = expectStatus(await apps[0].get(`/api/v1/recycle-bin?search=${left.id}`, { token }), 200).json.items
      assert.deepEqual([entry.canRestore, entry.reason], [false, 'quota_exceeded'])
      assert.equal(expectStatus(await restore(apps[0], left.id, token), 409).json.code, 'quota_exceeded')
      const { items } = expectStatus(await apps[0].get(`${path}?search=n1&pageSize=1`, { token }), 200).json
      expectStatus(await remove(apps[0], `${path}/${items[0].id}`, { token }), 204)
      expectStatus(await restore(apps[0], left.id, token), 200)
    })
})
