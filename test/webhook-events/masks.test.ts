/** A field that a subscription may not see is in no body of it: neither by delegation, nor by the masks of whoever changed it last. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { allBut, everything, putGrant } from '../delegation/rig.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { tokenWith } from '../webhooks/rig.ts'
import { assertFits, type Delivery, listen, owedTo, tell } from './rig.ts'

let app: TestApp
let root: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
})

const events = ['*', 'user.created', 'auth.login.failed', 'auth.account.locked', 'entity.created', 'entity.updated', 'entity.deleted']
const number = '+4915112345678'

interface Done {
  readonly tenantId: string
  readonly adminMark: string
  readonly userMark: string
}

async function failAt(kind: 'admin' | 'user', tenantId: string, address: string): Promise<void> {
  const { kysely } = app.open.service.database
  const { code: tenantCode } = await kysely.selectFrom('tenants').select('code').where('id', '=', tenantId).executeTakeFirstOrThrow()
  const name = kind === 'admin' ? { identifier: address, tenantId } : { username: address, tenantCode }
  expectStatus(await app.post(`/api/v1/auth/${kind}/login`, { ...name, password: 'wrong' }), 401)
}

/** Everything that says an address or a number: an admin and a user are made, changed, and fail to sign in until they are locked. */
async function live(tenantId: string): Promise<Done> {
  const [adminMark, userMark] = [`a-${randomUUID()}`, `u-${randomUUID()}`]
  const { id: roleId } = await app.open.service.database.kysely
    .selectFrom('roles')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('seed', '=', 'Viewer')
    .executeTakeFirstOrThrow()
  for (const [path, mark, more] of [
    ['admins', adminMark, { roleId }],
    ['users', userMark, { username: `n-${userMark}` }],
  ] as const) {
    const body = {
      email: `${mark}@example.test`,
      firstName: 'Some',
      lastName: 'Body',
      phoneNumber: number,
      tenantId,
      password: `long ${randomUUID()}`,
    }
    const { id } = expectStatus(await app.post(`/api/v1/${path}`, { ...body, ...more }, { token: root }), 201).json
    expectStatus(
      await app.request('PUT', `/api/v1/${path}/${id}`, {
        token: root,
        body: { email: `${mark}-2@example.test`, phoneNumber: null, lastName: 'Else' },
      }),
      200,
    )
    const kind = path === 'admins' ? 'admin' : 'user'
    for (let tries = 0; tries < 5; tries++) await failAt(kind, tenantId, `${mark}-2@example.test`)
  }
  await tell(app)
  return { tenantId, adminMark, userMark }
}

const textOf = (owed: readonly Delivery[]) => owed.map(({ text }) => text).join('\n')

async function hookOf(tenantId: string | null, masks: Record<string, string[]> = {}): Promise<string> {
  // not of what was before
  await tell(app)
  return await listen(app, { tenantId, events, masks })
}

/** The bodies of a subscription, each judged. */
async function owed(id: string): Promise<Delivery[]> {
  const all = await owedTo(app, id)
  assert.ok(new Set(all.map(({ event }) => event)).size >= 11, 'too little was told')
  for (const one of all) assertFits(one)
  return all
}

describe('masks', () => {
  it('of nobody leave all in', async () => {
    const { tenant } = await tenantWithAdmin(app)
    const hook = await hookOf(tenant.id)
    const { adminMark, userMark } = await live(tenant.id)
    const text = textOf(await owed(hook))
    for (const said of [adminMark, userMark, number]) assert.ok(text.includes(said), said)
  })

  it('of whoever changed the subscription last leave those fields out, of that area', async () => {
    const { tenant } = await tenantWithAdmin(app)
    const hook = await hookOf(tenant.id, { admins: ['email'], users: ['phoneNumber'] })
    const other = await hookOf(tenant.id)
    const { adminMark, userMark } = await live(tenant.id)
    const all = await owed(hook)
    const text = textOf(all)
    assert.ok(!text.includes(`${adminMark}@`) && !text.includes(`${adminMark}-2@`))
    assert.ok(text.includes(`${userMark}@`) && text.includes(`${userMark}-2@`))
    assert.ok(text.includes(number), 'of admins')
    const updated = all.filter(({ event }) => event === 'user.updated').map(({ body }) => body.data)
    assert.ok(updated.length > 0)
    for (const { changedFields, before, after } of updated as { changedFields: string[]; before: object; after: object }[])
      for (const fields of [changedFields, Object.keys(before), Object.keys(after)]) assert.ok(!fields.includes('phoneNumber'))
    const ofAdmins = all.find(({ event }) => event === 'admin.created')!
    assert.deepEqual(ofAdmins.masks, { admins: ['email'], users: ['email', 'phoneNumber'] })
    assert.ok(!('email' in ofAdmins.body.data))
    const unmasked = (await owed(other)).find(({ event }) => event === 'admin.created')!
    assert.deepEqual(unmasked.masks, { users: ['email', 'phoneNumber'] })
    assert.equal(unmasked.body.data.email, `${adminMark}@example.test`)
  })

  it('by delegation to the tenant, or to one above it, hold for it', async () => {
    const above = await tenantWithAdmin(app)
    const below = await tenantWithAdmin(app, { parentTenantId: above.tenant.id })
    expectStatus(await putGrant(app, root, above.tenant.id, everything, { 'admins.view': ['email'], 'users.view': ['phoneNumber'] }), 200)
    expectStatus(await putGrant(app, root, below.tenant.id, everything, { 'users.view': ['email'] }), 200)
    const [hook, platform] = [await hookOf(below.tenant.id), await hookOf(null)]
    const { adminMark, userMark } = await live(below.tenant.id)
    const all = await owed(hook)
    const text = textOf(all)
    assert.ok(!text.includes(`${adminMark}@`) && !text.includes(`${userMark}@`) && !text.includes(`${userMark}-2@`))
    assert.ok(text.includes(number), 'of admins')
    const ofUsers = textOf(all.filter(({ event, body }) => event.startsWith('user.') || body.data.entityType === 'User'))
    assert.ok(!ofUsers.includes(number))
    const whole = textOf(await owed(platform))
    for (const said of [`${adminMark}@`, `${userMark}@`]) assert.ok(whole.includes(said), 'the platform sees all')
  })

  it('hold for all of an area that the tenant may not see at all', async () => {
    const { tenant } = await tenantWithAdmin(app)
    expectStatus(await putGrant(app, root, tenant.id, allBut('users.view')), 200)
    const hook = await hookOf(tenant.id)
    const { adminMark, userMark } = await live(tenant.id)
    const text = textOf(await owed(hook))
    assert.ok(!text.includes(`${userMark}@`) && !text.includes(`${userMark}-2@`))
    assert.ok(text.includes(`${adminMark}@`))
  })
})

describe('an address that nobody is known to have', () => {
  /** Typed at both doors, where it opens nothing. */
  async function typed(tenantId: string): Promise<string> {
    const address = `t-${randomUUID()}@example.test`
    for (const kind of ['admin', 'user'] as const) await failAt(kind, tenantId, address)
    await tell(app)
    return address
  }
  const failedOf = async (hook: string) => (await owedTo(app, hook)).filter(({ event }) => event === 'auth.login.failed')

  it('may be an admin’s or a user’s, whichever door it was typed at: it is told to who may see both', async () => {
    const { tenant } = await tenantWithAdmin(app)
    const [admins, users, open] = [
      await hookOf(tenant.id, { admins: ['email'] }),
      await hookOf(tenant.id, { users: ['email'] }),
      await hookOf(tenant.id),
    ]
    const address = await typed(tenant.id)
    for (const hook of [admins, users]) {
      const failed = await failedOf(hook)
      assert.equal(failed.length, 2)
      for (const one of failed) {
        assertFits(one)
        assert.ok(!one.text.includes(address), one.text)
        for (const area of ['admins', 'users']) assert.ok(one.masks[area]?.includes('email'), `left out of ${area}, too`)
      }
    }
    const whole = await failedOf(open)
    assert.deepEqual(
      whole.map(({ body }) => body.data.email),
      [address, address],
    )
    for (const { masks } of whole) for (const fields of Object.values(masks)) assert.deepEqual(fields, ['phoneNumber'])
  })

  it('is not told to a tenant that may not see one of the two kinds at all', async () => {
    const { tenant } = await tenantWithAdmin(app)
    expectStatus(await putGrant(app, root, tenant.id, allBut('admins.view')), 200)
    const hook = await hookOf(tenant.id)
    const address = await typed(tenant.id)
    const failed = await failedOf(hook)
    assert.equal(failed.length, 2)
    for (const { text } of failed) assert.ok(!text.includes(address), text)
  })

  it('is not shown in the log of deliveries to who may not see one of the two', async () => {
    const { tenant } = await tenantWithAdmin(app)
    const hook = await hookOf(tenant.id)
    const address = await typed(tenant.id)
    const views = ['webhooks.view', 'admins.view', 'users.view'] as const
    const bodiesFor = async (restricted: Parameters<typeof tokenWith>[3]) => {
      const token = await tokenWith(app, tenant.id, views, restricted)
      const read = (await failedOf(hook)).map(({ id }) => app.get(`/api/v1/webhooks/${hook}/logs/${id}`, { token }))
      return (await Promise.all(read)).map((reply) => expectStatus(reply, 200).json.request.body as string | null)
    }
    for (const body of await bodiesFor({})) assert.ok(body?.includes(address))
    for (const view of ['admins.view', 'users.view'] as const) assert.deepEqual(await bodiesFor({ [view]: ['email'] }), [null, null])
  })
})
