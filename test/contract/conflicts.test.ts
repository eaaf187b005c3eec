/** 409 and 404 of actions, at every address of theirs: what no other test asks of each. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { mostWebhooks } from '#modules/webhooks/webhooks.limit.ts'
import { enableTwoFactorAt } from '../auth/authenticator.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { leastUpload } from '../least-body.ts'
import { makeTemplate } from '../message-templates/making.ts'
import { binOf } from '../recycle-bin/rig.ts'
import { addUser, addWorkspace } from '../users/rig.ts'
import { addDelivery, addWebhook, wanted } from '../webhooks/rig.ts'
import { expectEverywhere } from './everywhere.ts'

let app: TestApp
let root: string
let tenantId: string
let token: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
  const { tenant, signIn } = await tenantWithAdmin(app)
  tenantId = tenant.id
  token = (await signIn()).accessToken
})

const nobody = '01a1fe90-7a38-70eb-b848-22063c8b3365'

describe('409 at every address', () => {
  it('an admin: a taken address, a stale version, the SuperAdmin', async () => {
    const bin = binOf(app)
    const person = await bin.addAdmin(tenantId)
    const body = { email: person.email, firstName: 'Some', lastName: 'Body', roleId: await bin.roleOf(tenantId, 'Viewer'), tenantId }
    await expectEverywhere(app, 'createAdmin', 409, { token: root, body })
    await expectEverywhere(app, 'updateAdmin', 409, { token, ids: [person.id], body: { firstName: 'Other', version: 99 } })
    const { id: superId } = (await app.get('/api/v1/Admins/me', { token: root })).json
    const high = await asHighAsAny()
    await expectEverywhere(app, 'blockAdmin', 409, { token: high, ids: [superId], body: {} })
    await expectEverywhere(app, 'deleteAdmin', 409, { token: high, ids: [superId] })
  })

  it('a picture for which there is no room', async () => {
    const full = await addWorkspace(app)
    const user = await addUser(app, full.code)
    await setSettings(full.id, { maxStorageBytes: 1 })
    const userToken = (await user.signIn()).accessToken
    const file = leastUpload()
    await expectEverywhere(app, 'uploadOwnUserAvatar', 409, { token: userToken, ...file })
    await expectEverywhere(app, 'uploadOwnAvatar', 409, { token: full.adminToken, ...file })
    await expectEverywhere(app, 'uploadUserAvatar', 409, { token: full.adminToken, ids: [user.id], ...file })
    await expectEverywhere(app, 'uploadTenantLogo', 409, { token: full.adminToken, ids: [full.id], ...file })
  })

  it('groups: a taken code, another number than was expected', async () => {
    const code = `code-${randomUUID()}`
    const body = { nameEn: 'Some group', code }
    expectStatus(await app.post('/api/v1/UserGroups/createForMyTenant', body, { token }), 201)
    await expectEverywhere(app, 'createOwnTenantUserGroup', 409, { token, body })
    for (const operation of ['activateMatchingUserGroups', 'deactivateMatchingUserGroups', 'deleteMatchingUserGroups'])
      await expectEverywhere(app, operation, 409, { token, body: { filter: {}, expectedCount: 999 } })
  })

  it('mails from a template that is switched off', async () => {
    const { id: templateId } = await makeTemplate(app, token, { isActive: false })
    const body = { templateId, recipients: [{ to: 'somebody@example.test', variables: { name: 'Some' } }] }
    await expectEverywhere(app, 'sendEmails', 409, { token, body })
  })

  it('an entry of the bin whose name is taken', async () => {
    const role = { name: `Role ${randomUUID()}` }
    const { id } = expectStatus(await app.post('/api/v1/roles', role, { token }), 201).json
    expectStatus(await app.request('DELETE', `/api/v1/roles/${id}`, { token }), 204)
    expectStatus(await app.post('/api/v1/roles', role, { token }), 201)
    const replies = await expectEverywhere(app, 'restoreRecycleBinEntry', 409, { token, ids: [id] })
    for (const { json } of replies) assert.deepEqual([json.code, json.reason], ['cannot_restore', 'name_taken'])
  })

  it('webhooks: a stale version, one that is off, as many as there may be', async () => {
    const id = await addWebhook(app, tenantId)
    const eventId = await addDelivery(app, id, { status: 'Failed' })
    await expectEverywhere(app, 'updateWebhook', 409, { token, ids: [id], body: { description: 'Other', version: 99 } })
    expectStatus(await app.request('PUT', `/api/v1/webhooks/${id}`, { token, body: { isActive: false } }), 200)
    await expectEverywhere(app, 'replayWebhookDelivery', 409, { token, ids: [id, eventId] })
    await expectEverywhere(app, 'replayWebhookDeliveries', 409, { token, ids: [id], body: {} })
    for (let number = 1; number < mostWebhooks; number++) await addWebhook(app, tenantId)
    await expectEverywhere(app, 'createWebhook', 409, { token, body: wanted() })
  })

  it('second factors of users that are on, or not', async () => {
    const { code } = await addWorkspace(app)
    const user = await addUser(app, code)
    const userToken = (await user.signIn()).accessToken
    await enableTwoFactorAt(app, '/api/v1/auth/user', user.password, userToken)
    await expectEverywhere(app, 'startUserTwoFactorSetup', 409, { token: userToken, body: { password: user.password } })
    await expectEverywhere(app, 'confirmUserTwoFactor', 409, { token: userToken, body: { code: '123456' } })
  })
})

describe('404 at every address', () => {
  it('a tenant that is unknown, named in body or query', async () => {
    const person = { email: `${randomUUID()}@example.test`, firstName: 'Some', lastName: 'Body', roleId: nobody, tenantId: nobody }
    await expectEverywhere(app, 'createAdmin', 404, { token: root, body: person })
    const template = { name: 'Some', subject: 'Some', bodyHtml: '<p></p>', category: 'notification', tenantId: nobody }
    await expectEverywhere(app, 'createMessageTemplate', 404, { token: root, body: template })
    for (const path of ['verify', 'checkpoint'])
      expectStatus(await app.get(`/api/v1/audit/${path}?tenantId=${nobody}`, { token: root }), 404)
  })

  it('a session of somebody else', async () => {
    const { code } = await addWorkspace(app)
    const { accessToken } = await (await addUser(app, code)).signIn()
    await expectEverywhere(app, 'endUserSession', 404, { token: accessToken, ids: [nobody] })
  })
})

/** An admin of the platform who holds everything, as no route makes one: rank is passed, the state is not. */
async function asHighAsAny(): Promise<string> {
  const { kysely } = app.open.service.database
  await kysely.updateTable('roles').set({ reach: 'granted' }).where('seed', '=', 'PlatformViewer').execute()
  const { email, password } = await binOf(app).addAdmin(null)
  return (await app.signIn(email, password, { isPlatformAdmin: true })).accessToken
}

const setSettings = async (id: string, body: object) =>
  expectStatus(await app.request('PUT', `/api/v1/Tenants/${id}/settings`, { body, token: root }), 200)
