/** Lines that no export of anybody holds, and a hand may write. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { linesOf } from '../least-body.ts'
import { addWorkspace, type Workspace } from './rig.ts'

let app: TestApp
let place: Workspace
before(async () => {
  app = await startApp()
  place = await addWorkspace(app)
})

const path = '/api/v1/users/import'
const person = (more: object = {}) => ({ email: `i-${randomUUID().slice(0, 13)}@example.test`, ...more })

it('takes no day that the answers of the service have no spelling for', async () => {
  const days = ['0000-01-01T00:00:00+14:00', '0000-02-29T00:00:00Z', '0001-01-01T00:00:00+14:00', '1969-12-31T23:59:59Z']
  const lines = [...days, '1970-01-01T00:00:00Z'].map((createdAt) => person({ createdAt }))
  const { text } = expectStatus(await app.request('POST', path, { ...linesOf(lines), token: place.adminToken }), 200)
  const told = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    told.slice(0, 4).map(({ errors }) => [errors[0].field, errors[0].code]),
    days.map(() => ['createdAt', 'too_small']),
  )
  assert.deepEqual(told[5], { affected: 1, skipped: 4 })
})

it('says what ended it to a caller who goes on sending, and lets the connection go', async () => {
  const own = await addWorkspace(app)
  const { hostname, port } = new URL(app.url)
  const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${own.adminToken}` }
  const outgoing = request({ hostname, port, method: 'POST', path, headers })
  outgoing.on('error', () => {})
  const lines = (n: number) => Array.from({ length: n }, () => `${JSON.stringify(person())}\n`).join('')
  outgoing.write(lines(500))
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  let text = ''
  incoming.on('error', () => {})
  incoming.on('data', (part) => {
    text += part
  })
  await once(incoming, 'data')
  expectStatus(await app.request('DELETE', `/api/v1/Tenants/${own.id}`, { token: await app.superToken() }), 204)
  const closed = new Promise<boolean>((resolve) => outgoing.socket!.once('close', () => resolve(true)))
  outgoing.write(lines(60_000))
  const ended = await Promise.race([closed, sleep(20_000, false, { ref: false })])
  outgoing.destroy()
  const last = JSON.parse(text.trimEnd().split('\n').at(-1) as string)
  assert.deepEqual([ended, last.code, last.skipped], [true, 'session_revoked', 0])
  // on the embedded database the deletion came between two smaller batches
  assert.ok(last.affected > 0 && last.affected <= 500 && last.affected % 50 === 0, String(last.affected))
})
