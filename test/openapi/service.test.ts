/** The OpenAPI document against the running service: its examples are taken, a client made from it works, its page is ours. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { examplePassword, exampleIds as shown } from '#http/example-values.ts'
import { createClient, isRefused } from '../../client/src/client.ts'
import { addMail } from '../emails/rig.ts'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'
import { leastUpload } from '../least-body.ts'
import { someIssuer } from '../rig/issuer.ts'
import { addUser } from '../users/rig.ts'
import { addDelivery, addWebhook } from '../webhooks/rig.ts'
import { assertError, assertFits, behind, examplesOf, jsonOf, operations, type Place } from './schemas.ts'

let app: TestApp
let token: string
before(async () => {
  app = await startApp({ env: { BOOTSTRAP_ADMIN_PASSWORD: examplePassword } })
  token = (await app.signIn(superAdmin.email, examplePassword, { isPlatformAdmin: true })).accessToken
})

/** What the examples speak of, made anew for each of them: those that change something must not be in each other's way. */
async function sceneOf(number: number): Promise<Record<keyof typeof shown, string>> {
  const made = async (path: string, body: object) => expectStatus(await app.post(`/api/v1/${path}`, body, { token }), 201).json.id as string
  const admin = { email: `sara-${number}@scene.example`, firstName: 'Sara', lastName: 'Haddad', password: examplePassword }
  const tenant = await made('Tenants', { name: `Scene ${number}`, code: `scene-${number}`, admin })
  const person = async (name: string, roleId: string) =>
    await made('Admins', { email: `${name}-${number}@scene.example`, firstName: name, lastName: 'Said', roleId, tenantId: tenant })
  const role = await made('roles', { name: 'Some role', tenantId: tenant })
  const endUser = { username: `lina.${number}`, email: `lina-${number}@scene.example`, tenantId: tenant, password: examplePassword }
  const webhook = await addWebhook(app, tenant)
  return {
    tenant,
    role,
    user: await made('users', endUser),
    admin: await person('Nour', role),
    otherAdmin: await person('Omar', role),
    group: await made('UserGroups', { nameEn: 'Some group', code: `g-${number}`, tenantId: tenant }),
    childTenant: await made('Tenants', { name: `Below ${number}`, parentTenantId: tenant }),
    domain: await made(`Tenants/${tenant}/domains`, { domainName: `d${number}.scene.example` }),
    opaqueTenant: app.open.service.keys.opaqueIds.encode('tenant', tenant),
    permission: shown.permission,
    identityProvider: await made(`Tenants/${tenant}/identity-providers`, { ...ownProvider, issuer: (await someIssuer()).url }),
    webhook,
    delivery: await addDelivery(app, webhook),
    session: shown.session,
    externalLogin: shown.externalLogin,
    event: shown.event,
    menuItem: await made('menus', { titleEn: `Item ${number}` }),
    file: await uploaded(),
    notification: await tellMyself(),
    email: await addMail(app, tenant),
    emailBatch: shown.emailBatch,
    template: await made('message-templates', { ...someTemplate, tenantId: tenant }),
  }
}

async function uploaded(): Promise<string> {
  return expectStatus(await app.request('POST', '/api/v1/files/upload', { ...leastUpload(), token }), 201).json.id
}

/** A notification of the caller's own. */
async function tellMyself(): Promise<string> {
  const { id } = (await app.get('/api/v1/Admins/me', { token })).json
  const body = { targets: [{ type: 'admin', id }], title: 'Some news', body: 'Of today' }
  expectStatus(await app.post('/api/v1/notifications', body, { token }), 202)
  return (await app.get('/api/v1/notifications?pageSize=1', { token })).json.items[0].id
}

const someTemplate = { name: 'Some template', subject: 'Some', bodyHtml: '<p>{{ orderNumber }}</p>', category: 'notification' }
const ownProvider = { name: 'own-sso', displayName: 'Own', clientId: 'tenantry' }

/** What an end user alone may call. */
const ofUsers = /\/auth\/user\/|\/Users\/(?:me|\{id\}\/change-password)/

/** Of an end user who has the password of the examples, and whom nothing was done to yet. */
async function tokenOfUser(): Promise<string> {
  const code = `users-${randomUUID()}`
  expectStatus(await app.post('/api/v1/Tenants', { name: 'Of users', code }, { token }), 201)
  return (await (await addUser(app, code, { password: examplePassword })).signIn()).accessToken
}

/** The id that stands in the path, by the area and name of the parameter. */
function idIn(path: string, name: string, ids: Record<keyof typeof shown, string>): string {
  if (name === 'adminId') return ids.otherAdmin
  if (name === 'domainId') return ids.domain
  if (/notifications/.test(path)) return ids.notification
  if (name === 'providerId') return ids.identityProvider
  if (name === 'eventId') return ids.delivery
  if (/webhooks/i.test(path)) return ids.webhook
  if (name === 'groupId' || /usergroups/i.test(path)) return ids.group
  if (/\/emails\//i.test(path)) return name === 'batchId' ? ids.emailBatch : ids.email
  if (/message-templates/.test(path)) return ids.template
  if (/menus/.test(path)) return ids.menuItem
  if (/\/files\//.test(path)) return ids.file
  if (/tenants/i.test(path)) return ids.tenant
  if (/\/users\//i.test(path)) return ids.user
  return /roles/i.test(path) ? ids.role : ids.otherAdmin
}

/** Secrets that only a mail, an authenticator or a session knows: the example is well-formed and yet none of them. */
const unknowable: Readonly<Record<string, string>> = {
  confirmTwoFactor: 'two_factor_invalid',
  verifyTwoFactor: 'two_factor_invalid',
  verifyUserTwoFactor: 'two_factor_invalid',
  refreshTokens: 'refresh_token_invalid',
  refreshUserTokens: 'refresh_token_invalid',
  verifyPasswordReset: 'otp_invalid',
  resetPassword: 'otp_invalid',
  resetOwnUserPassword: 'otp_invalid',
  verifyEmail: 'otp_invalid',
  verifyPhone: 'otp_invalid',
  // the relay's secret is made up at random
  reportBounce: 'invalid_credentials',
}
/** Others that the scene does not have. */
const elsewhere: Readonly<Record<string, string>> = {
  changeOwnPassword: 'not_found',
  changeOwnUserPassword: 'not_found',
  disableUserTwoFactor: 'state_conflict',
  regenerateUserBackupCodes: 'state_conflict',
  confirmUserTwoFactor: 'state_conflict',
  createOwnTenantUserGroup: 'not_found',
  disableTwoFactor: 'state_conflict',
  regenerateBackupCodes: 'state_conflict',
  signInByProvider: 'unknown_provider',
  signInUserByProvider: 'unknown_provider',
  linkExternalLogin: 'unknown_provider',
  linkUserExternalLogin: 'unknown_provider',
  // the menu has more items
  updateMenuOrder: 'validation_failed',
}

describe('the client made from the document', () => {
  it('goes the way of the README: sign in, password, tenant, role, admin, list, audit, sign out', async () => {
    const [top, client] = [createClient({ url: app.url }), createClient({ url: app.url })]
    await top.call('signIn', { body: { identifier: superAdmin.email, password: examplePassword, isPlatformAdmin: true } })

    const first = { email: 'first@journey.example', firstName: 'First', lastName: 'Admin', password: examplePassword }
    const tenant = await top.call('createTenant', { body: { name: 'Journey', admin: first } })
    const answer = await client.call('signIn', { body: { identifier: first.email, password: first.password } })
    if (!('user' in answer)) throw new Error('no tokens')
    const newPassword = `${examplePassword} 3`
    const done = await client.call('changeOwnPassword', {
      path: { id: answer.user.id },
      body: { currentPassword: first.password, newPassword },
    })
    assert.ok(done.message)

    const below = await client.call('createTenant', { body: { name: 'Below', parentTenantId: tenant.id } })
    assert.equal(below.parentTenantId, tenant.id)
    const [category] = await client.call('listPermissions')
    const permission = category?.permissions.find(({ name }) => name === 'admins.view')
    const role = await client.call('createRole', {
      body: { name: 'Helpdesk', permissionIds: [permission!.id], restrictedFields: { [permission!.id]: ['email'] } },
    })
    const omar = { email: 'omar@journey.example', firstName: 'Omar', lastName: 'Said', roleId: role.id }
    const made = await client.call('createAdmin', { body: omar })
    const page = await client.call('listAdmins', { query: { search: 'omar', pageSize: 5 } })
    assert.deepEqual(
      page.items.map(({ id, email }) => [id, email]),
      [[made.id, omar.email]],
    )
    const again = await client.attempt('createAdmin', { body: omar })
    if (again.isDone) throw new Error('made twice')
    assert.deepEqual([again.refused.code, again.refused.fields[0]?.field], ['conflict', 'email'])
    const log = await client.call('listAuditEntries', { query: { action: 'admin.created' } })
    assert.ok(log.items.some(({ entityId, outcome }) => entityId === made.id && outcome === 'success'))
    await client.call('signOut')
    const late = top.call('refreshTokens', { body: { refreshToken: answer.refreshToken } })
    await assert.rejects(late, (error) => isRefused(error) && error.code === 'refresh_token_invalid')
  })
})

describe('the page of the document', () => {
  it('wears our name and mark, and no bar or logo of the framework', async () => {
    const page = await app.get('/swagger/')
    assert.match(page.text, /<title>Tenantry API<\/title>/)
    const icons = [...page.text.matchAll(/<link rel="icon"[^>]*href="([^"]+)"/g)].map(([, url]) => url as string)
    assert.deepEqual(icons, ['./static/theme/mark.svg'])
    const mark = await app.get('/swagger/static/theme/mark.svg')
    assert.match(mark.text, /^<svg /)
    assert.match(mark.headers['content-type'] as string, /svg/)
    const start = await app.get('/swagger/static/swagger-initializer.js')
    assert.match(start.text, /"layout":\s*"BaseLayout"/)
    assert.match((await app.get('/swagger/static/theme/tenantry.css')).text, /mark\.svg/)
  })
})

describe('every example of a body', () => {
  const bodies = operations.flatMap((place: Place) =>
    examplesOf(jsonOf(place.operation.requestBody) ?? { schema: {} }).map(([name, value]) => ({ ...place, name, value })),
  )
  // the workspace that end users name is made first, then the one who signs in; whoever hands the role of SuperAdmin on makes nothing any more
  const places: Readonly<Record<string, number>> = { createTenant: -2, registerUser: -1, transferSuperAdmin: 1 }
  const placeOf = ({ operation }: Place) => places[operation.operationId] ?? 0
  bodies.sort((one, two) => placeOf(one) - placeOf(two))
  bodies.forEach(({ method, path, operation, name, value }, number) => {
    it(`${method} ${path} takes ${name}`, async () => {
      let text = JSON.stringify(value)
      const needsNothing = !path.includes('{') && Object.values(shown).every((id) => !text.includes(id))
      const ids = needsNothing ? shown : await sceneOf(number)
      // what the role hides and the record's version are the scene's, where the example names others
      for (const [what, id] of Object.entries(shown)) text = text.replaceAll(id, ids[what as keyof typeof shown])
      const raw = text
        .replaceAll('"version":3', '"version":1')
        .replaceAll('"issuer":"https://login.acme.example"', `"issuer":"${(await someIssuer()).url}"`)
      const url = path.replace(/\{(\w+)\}/g, (_, parameter: string) => idIn(path, parameter, ids))
      const isPublic = url.startsWith('/api/v1/auth/') && !/2fa\/(?!verify)|impersonat|external-logins/.test(url)
      const reply = await app.request(method, url, {
        raw,
        headers: { 'content-type': 'application/json' },
        ...(!isPublic && { token: ofUsers.test(path) ? await tokenOfUser() : token }),
      })
      if (reply.status < 300) {
        const answer = jsonOf(behind(operation.responses[reply.status]!))
        if (answer) assertFits(answer.schema, reply.json, url)
        return
      }
      assertError(reply.json, url)
      const id = operation['x-alias-of'] ?? operation.operationId
      assert.ok([unknowable[id], elsewhere[id]].includes(reply.json.code), `${raw}: ${reply.text}`)
    })
  })
})
