/** The right to make users is taken in the middle of an import, on another service than the one that runs it where there is a server for it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { mostInBatch } from '#http/bulk/bulk-run.ts'
import { mostInEmbeddedBatch } from '#modules/users/users.import.actions.ts'
import { allBut, putGrant } from '../delegation/rig.ts'
import { expectStatus, startTwo, type TestApp, tenantWithAdmin } from '../harness.ts'
import { everyRound } from '../rig/race.ts'

let apps: readonly [TestApp, TestApp]
let size: number
before(async () => {
  apps = await startTwo()
  size = apps[0].config.databaseUrl === null ? mostInEmbeddedBatch : mostInBatch
})

/** An import that is sent piece by piece, and what was answered of it so far. */
async function importing(tenantId: string, token: string) {
  const { hostname, port } = new URL(apps[0].url)
  const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` }
  // a connection of its own: the service may end it while the file is still being sent
  const outgoing = request({ hostname, port, method: 'POST', path: '/api/v1/users/import', headers, agent: false })
  outgoing.on('error', () => {})
  const mark = randomUUID().slice(0, 8)
  let sent = 0
  const send = (batches: number) => {
    const lines = Array.from({ length: batches * size }, () => `${JSON.stringify({ email: `r-${sent++}-${mark}@example.test` })}\n`)
    outgoing.write(lines.join(''))
  }
  send(1)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  let text = ''
  const ended = new Promise<void>((resolve) => incoming.once('close', resolve).on('error', () => {}))
  incoming.on('data', (part) => {
    text += part
  })
  const answered = () =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  while (answered().length < size) await once(incoming, 'data')
  const made = async () => {
    const { rows } = await sql<{ users: number; events: number }>`
      select (select count(*)::integer from accounts where tenant_id = ${tenantId} and kind = 'user') as users,
        (select count(*)::integer from events where tenant_id = ${tenantId} and type = 'user.created') as events`.execute(
      apps[1].open.service.database.kysely,
    )
    return rows[0] as { users: number; events: number }
  }
  return { send, ended, answered, made, end: () => outgoing.end() }
}

/** @returns the last line, and how many users there are, after it was asserted that nobody was made beyond those who were told */
async function expectEnded({ ended, answered, made }: Awaited<ReturnType<typeof importing>>) {
  await ended
  const lines = answered()
  const last = lines.at(-1)
  const { users, events } = await made()
  assert.deepEqual([last.code, last.affected, last.skipped, events], ['permission_denied', users, 0, users])
  assert.deepEqual(
    lines.slice(0, -1).map(({ line }) => line),
    Array.from({ length: users }, (_, n) => n + 1),
  )
  return users
}

const takeRight = async (tenantId: string) =>
  expectStatus(await putGrant(apps[1], await apps[1].superToken(), tenantId, allBut('users.create')), 200)

it('ends it at the next batch, when it is taken between two', async () => {
  const { tenant, signIn } = await tenantWithAdmin(apps[0])
  const work = await importing(tenant.id, (await signIn()).accessToken)
  await takeRight(tenant.id)
  work.send(2)
  work.end()
  assert.equal(await expectEnded(work), size)
})

it('makes nobody from the moment on in which it is gone, however many batches are on their way', async () => {
  await everyRound(async () => {
    const { tenant, signIn } = await tenantWithAdmin(apps[0])
    const work = await importing(tenant.id, (await signIn()).accessToken)
    work.send(12)
    await takeRight(tenant.id)
    const { users } = await work.made()
    work.send(3)
    work.end()
    assert.equal(await expectEnded(work), users)
    assert.equal(users % size, 0)
  })
})
