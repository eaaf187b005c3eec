/** kill -9 inside a transfer of the SuperAdmin role, where it is worst: before, after, never in between. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { platformViewerRoleId } from '#core/platform-roles.ts'
import type { Client } from '../rig/http.ts'
import { readOutbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-transfer-'))
after(() => rmSync(dataDirectory, { recursive: true, force: true }))
const databaseUrl = process.env.TEST_DATABASE === 'postgres' ? sharedPostgresDatabase().then(({ url }) => url) : null

const email = 'superadmin@tenantry.local'
const password = 'zuvaqor-71-Kestrel'
const start = async (env: Record<string, string> = {}) =>
  startService({
    databaseUrl: await databaseUrl,
    dataDirectory,
    env: { NODE_ENV: 'test', BCRYPT_COST: '4', BOOTSTRAP_ADMIN_PASSWORD: password, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...env },
  })
interface Person {
  readonly id: string
  readonly email: string
  readonly password: string
}
const signIn = async (http: Client, person: Pick<Person, 'email' | 'password'>) => {
  const body = { identifier: person.email, password: person.password, isPlatformAdmin: true }
  const reply = await http.post('/api/v1/auth/admin/login', body)
  assert.equal(reply.status, 200, reply.text)
  return { token: reply.json.accessToken as string, id: reply.json.user.id as string, role: reply.json.user.role as string }
}

/** Who is what, by signing in. */
async function rolesOf(http: Client, people: readonly Person[]): Promise<string[]> {
  return await Promise.all(people.map(async (person) => (await signIn(http, person)).role))
}

/** Dies at `label` inside a transfer from the SuperAdmin to somebody new. @returns both */
async function dieAt(label: string): Promise<[Person, Person]> {
  const service = await start({ FAIL_AT: label })
  const { token, id } = await signIn(service.http, { email, password })
  const heir = { email: `heir-${randomUUID()}@example.test`, password: `long ${randomUUID()}` }
  const body = { ...heir, firstName: 'An', lastName: 'Heir', roleId: platformViewerRoleId }
  const made = await service.http.post('/api/v1/admins', body, { token })
  assert.equal(made.status, 201, made.text)
  await service.http.post(`/api/v1/admins/${made.json.id}/transfer`, { password }, { token }).catch(() => null)
  assert.equal(await service.exited, 'SIGKILL')
  return [
    { id, email, password },
    { ...heir, id: made.json.id },
  ]
}

for (const label of ['transfer.without-superadmin', 'transfer.before-commit']) {
  it(`dies at ${label}: the SuperAdmin is who it was, and the transfer can be made again`, async () => {
    const people = await dieAt(label)
    await using again = await start()
    assert.deepEqual(await rolesOf(again.http, people), ['SuperAdmin', 'PlatformViewer'])
    const [first, heir] = people
    const { token } = await signIn(again.http, first)
    assert.equal((await again.http.post(`/api/v1/admins/${heir.id}/transfer`, { password }, { token })).status, 200)
    assert.deepEqual(await rolesOf(again.http, people), ['PlatformViewer', 'SuperAdmin'])
    const back = await signIn(again.http, heir)
    const reply = await again.http.post(`/api/v1/admins/${first.id}/transfer`, { password: heir.password }, { token: back.token })
    assert.equal(reply.status, 200, reply.text)
    const told = async () =>
      (await readOutbox(dataDirectory)).filter(
        ({ text, to }) => text?.includes('super administrator') && JSON.stringify(to).includes(heir.email),
      )
    await eventually('the mails of both transfers', async () => (await told()).length >= 2)
    assert.equal((await told()).length, 2, 'of what was not done nobody is told')
  })
}

it('dies at any moment of it: there is one SuperAdmin, and who was told so is it', async () => {
  const service = await start()
  const { token, id } = await signIn(service.http, { email, password })
  const heir = { email: `heir-${randomUUID()}@example.test`, password: `long ${randomUUID()}` }
  const body = { ...heir, firstName: 'An', lastName: 'Heir', roleId: platformViewerRoleId }
  const made = await service.http.post('/api/v1/admins', body, { token })
  const [answer] = await Promise.all([
    service.http.post(`/api/v1/admins/${made.json.id}/transfer`, { password }, { token }).catch(() => null),
    sleep(Math.random() * 60).then(() => service.kill()),
  ])
  await using again = await start()
  const people = [
    { id, email, password },
    { ...heir, id: made.json.id },
  ]
  const roles = await rolesOf(again.http, people)
  assert.deepEqual(new Set(roles), new Set(['SuperAdmin', 'PlatformViewer']))
  if (answer?.status === 200) assert.equal(roles[1], 'SuperAdmin')
})
