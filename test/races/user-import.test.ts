/** An import beside other imports, creations and registrations of the same people, on two services where there is a server for it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { expectTrueCounts } from '../admins/many.ts'
import { expectStatus, startTwo, type TestApp } from '../harness.ts'
import { linesOf } from '../least-body.ts'
import { everyRound, race } from '../rig/race.ts'
import { addWorkspace } from '../users/rig.ts'

let apps: readonly [TestApp, TestApp]
before(async () => {
  apps = await startTwo()
})

interface Told {
  readonly line?: number
  readonly id?: string
  readonly code?: string
  readonly affected?: number
}

it('makes each of them once, whoever else does, and says to each who did', async () => {
  await everyRound(async () => {
    const place = await addWorkspace(apps[0])
    const mark = randomUUID().slice(0, 8)
    const person = (n: number) => ({ email: `race-${n}-${mark}@example.test`, username: `race-${n}-${mark}` })
    const people = Array.from({ length: 60 }, (_, n) => person(n))
    // names crossed between two, and one that is there twice
    const file = [...people, { email: person(3).email }, { ...person(61), username: person(7).username }]
    const load = (app: TestApp, lines: readonly object[]) => async () => {
      const reply = expectStatus(await app.request('POST', '/api/v1/users/import', { ...linesOf(lines), token: place.adminToken }), 200)
      return reply.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Told)
    }
    const single = (app: TestApp, n: number) => async () => {
      const reply = await app.post('/api/v1/users', { ...person(n), sendInvitation: false }, { token: place.adminToken })
      assert.ok([201, 409].includes(reply.status), reply.text)
      return [{ ...(reply.status === 201 && { id: reply.json.id }) }] as Told[]
    }
    const register = (app: TestApp, n: number) => async () => {
      const body = { ...person(n), password: `zuvaqor-${mark}-Kestrel`, tenantCode: place.code }
      const reply = await app.post('/api/v1/auth/user/register', body)
      assert.ok([201, 409].includes(reply.status), reply.text)
      return [{ ...(reply.status === 201 && { id: reply.json.id }) }] as Told[]
    }
    const answers = await race([
      load(apps[0], file),
      load(apps[1], file),
      load(apps[0], [...file].reverse()),
      load(apps[1], file.slice(20)),
      ...[0, 30, 59].flatMap((n) => [single(apps[0], n), register(apps[1], n)]),
    ])
    for (const lines of answers.slice(0, 4)) {
      const last = lines.at(-1) as Told
      assert.ok(last.code === undefined, JSON.stringify(last))
      assert.equal(last.affected, lines.filter(({ id }) => id).length)
      assert.ok(lines.slice(0, -1).every(({ id, code }) => id !== undefined || code === 'conflict'))
    }
    const told = answers.flat().flatMap(({ id }) => id ?? [])
    const { kysely } = apps[0].open.service.database
    const { rows } = await sql<{ id: string; names: number; events: number }>`
      select a.id, (select count(*)::integer from account_logins l where l.account_id = a.id) as names,
        (select count(*)::integer from events e where e.entity_id = a.id::text and e.type in ('user.created', 'user.registered')) as events
      from accounts a where a.tenant_id = ${place.id} and a.kind = 'user'`.execute(kysely)
    assert.deepEqual(told.sort(), rows.map(({ id }) => id).sort())
    assert.ok(
      rows.every(({ names, events }) => names >= 1 && events === 1),
      JSON.stringify(rows),
    )
    const { rows: held } = await sql<{ n: number }>`
      select count(*)::integer as n from account_logins where tenant_id = ${place.id} and kind = 'user'`.execute(kysely)
    assert.equal(
      held[0]?.n,
      rows.reduce((sum, { names }) => sum + names, 0),
    )
    // whoever was refused everywhere was refused for somebody who is there
    for (const { email, username } of people) {
      const found = await sql`select from account_logins where tenant_id = ${place.id} and key in (${email}, ${username})`.execute(kysely)
      assert.ok(found.rows.length >= 1, email)
    }
    await expectTrueCounts(apps[0])
  })
})
