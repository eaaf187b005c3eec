/** Each of the seven types deleted, shown by the bin and brought back, alone and with a tenant that has all of them. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { binTypeNames } from '#modules/recycle-bin/recycle-bin.types.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { plainTemplate } from '../message-templates/making.ts'
import { newUser } from '../users/making.ts'
import { wanted } from '../webhooks/rig.ts'
import { binOf, type Entry } from './rig.ts'

let app: TestApp
let root: string
let bin: ReturnType<typeof binOf>
before(async () => {
  app = await startApp()
  bin = binOf(app)
  root = await app.superToken()
})

interface Living {
  readonly type: string
  /** Where it is read and deleted. */
  readonly path: string
  readonly id: string
}

/** One of each type in a new tenant, itself the first. */
async function oneOfEach(): Promise<Living[]> {
  const { tenant, signIn } = await tenantWithAdmin(app)
  const { accessToken: token } = await signIn()
  const made = async (type: string, path: string, body: object): Promise<Living> => {
    const { id } = expectStatus(await app.post(`/api/v1/${path}`, body, { token }), 201).json
    return { type, path: `/api/v1/${path}/${id}`, id }
  }
  const admin = await bin.addAdmin(tenant.id)
  return [
    { type: 'Tenant', path: `/api/v1/Tenants/${tenant.id}`, id: tenant.id },
    { type: 'Admin', path: `/api/v1/Admins/${admin.id}`, id: admin.id },
    await made('User', 'users', newUser()),
    await made('Role', 'roles', { name: 'Some role' }),
    await made('UserGroup', 'UserGroups', { nameEn: 'Some group', code: 'some-group' }),
    await made('Webhook', 'webhooks', wanted()),
    await made('MessageTemplate', 'message-templates', plainTemplate()),
  ]
}

/** As its own address answers it, without what deleting and restoring change: a subscription comes back switched off. */
async function readAt({ type, path }: Living): Promise<unknown> {
  const { version, updatedAt, ...record } = expectStatus(await app.get(path, { token: root }), 200).json
  const { isActive, disabledAt, disabledReason, ...rest } = record
  return type === 'Webhook' ? rest : record
}

const isGone = async ({ path }: Living) => (await app.get(path, { token: root })).status === 404

describe('each type of the bin', () => {
  it('is one of seven', async () => {
    assert.deepEqual(new Set((await oneOfEach()).map(({ type }) => type)), new Set<string>(binTypeNames))
  })

  it('is deleted, shown, and comes back as it was', async () => {
    for (const one of (await oneOfEach()).reverse()) {
      const was = await readAt(one)
      await bin.remove(one.path.replace('/api/v1/', ''))
      assert.ok(await isGone(one), one.type)
      const entry = (await bin.list(`&entityType=${one.type}`)).items.find((found: Entry) => found.id === one.id)
      assert.deepEqual([entry?.entityType, entry?.canRestore], [one.type, true], one.type)
      expectStatus(await bin.restore(one.id), 200)
      assert.deepEqual(await readAt(one), was, one.type)
      assert.equal(await bin.entryOf(one.id), undefined, one.type)
    }
  })

  it('comes back with a tenant that has all of them', async () => {
    const all = await oneOfEach()
    const [tenant] = all as [Living]
    const were = await Promise.all(all.map(readAt))
    await bin.remove(`Tenants/${tenant.id}`)
    assert.ok(await isGone(tenant))
    const { items } = await bin.list()
    const shown = items.map(({ id }: Entry) => id)
    assert.deepEqual(
      all.filter(({ id }) => shown.includes(id)).map(({ type }) => type),
      ['Tenant'],
      'one entry for all of them',
    )
    expectStatus(await bin.restore(tenant.id), 200)
    for (const [at, one] of all.entries()) assert.deepEqual(await readAt(one), were[at], one.type)
  })
})
