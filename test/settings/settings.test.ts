/** The settings of the service: what is shown, what may be changed, what is told of it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, beforeEach, describe, it } from 'node:test'
import { rootCertificates } from 'node:tls'
import { permissionCatalogue } from '#core/permissions.ts'
import { allSettings, declaration, settingValue } from '#core/settings/declaration.ts'
import { expectStatus, type Reply, startApp, superAdmin, type TestApp, tenantWithAdmin } from '../harness.ts'

const path = '/api/v1/settings'
const mask = '********'
let app: TestApp
let token: string
before(async () => {
  app = await startApp({ env: { WEBHOOK_ALLOW_PRIVATE: '' } })
  token = await app.superToken()
})
beforeEach(async () => void expectStatus(await app.post(`${path}/reset`, { password: superAdmin.password }, { token }), 200))

const get = async () => expectStatus(await app.get(path, { token }), 200).json
const put = (body: object, as = token) => app.request('PUT', path, { token: as, body })
const changed = async (body: object) => expectStatus(await put(body), 200).json
const fieldsOf = ({ json }: Reply) => (json.errors as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`)
const told = async (type = 'settings.updated') =>
  await app.open.service.database.kysely.selectFrom('events').selectAll().where('type', '=', type).orderBy('id').execute()
/** A platform admin who may change settings, and nothing else. */
async function settingsAdmin() {
  const mark = randomUUID().slice(0, 8)
  const permissionIds = permissionCatalogue.filter(({ name }) => name.startsWith('settings.')).map(({ id }) => id)
  const made = expectStatus(await app.post('/api/v1/roles', { name: `Settings ${mark}`, permissionIds }, { token }), 201).json
  const person = { email: `s-${mark}@example.test`, firstName: 'S', lastName: 'S', roleId: made.id, password: 'zuvaqor-72-Kestrel' }
  expectStatus(await app.post('/api/v1/Admins', person, { token }), 201)
  const { accessToken } = await app.signIn(person.email, person.password, { isPlatformAdmin: true })
  return { accessToken, password: person.password }
}
const newest = async (type?: string) => (await told(type)).at(-1)!

describe('GET /api/v1/settings', () => {
  it('shows every setting that is declared, with where it comes from, and no other', async () => {
    const { sources, storage, ...parts } = await get()
    assert.deepEqual(Object.keys(parts), Object.keys(declaration))
    for (const { part, key, name } of allSettings) {
      assert.ok(key in parts[part], name)
      assert.ok(name in sources, name)
    }
    assert.equal(Object.keys(sources).length, allSettings.length + 1)
    assert.deepEqual([storage.transport, sources['storage.url']], ['file', 'default'])
  })

  it('names what the environment sets, and masks secrets', async () => {
    const { security, email, sources } = await get()
    assert.equal(security.bcryptCost, 4)
    assert.equal(sources['security.bcryptCost'], 'environment')
    assert.equal(sources['security.lockoutThreshold'], 'default')
    assert.deepEqual([email.bounceSecret, email.password], [mask, null])
  })

  it('is of the platform alone', async () => {
    const own = await tenantWithAdmin(app)
    const theirs = (await own.signIn()).accessToken
    expectStatus(await app.get(path, { token: theirs }), 403)
    expectStatus(await put({ features: { webhooks: false } }, theirs), 403)
    expectStatus(await app.post(`${path}/reset`, { password: own.admin.password }, { token: theirs }), 403)
    expectStatus(await app.get(path), 401)
  })
})

describe('PUT /api/v1/settings', () => {
  it('merges by key, answers the whole, and tells once what changed', async () => {
    const count = (await told()).length
    await changed({ security: { lockoutThreshold: 7 } })
    const answer = await changed({ security: { lockoutMinutes: 9 }, general: { serviceName: 'Acme' } })
    assert.deepEqual([answer.security.lockoutThreshold, answer.security.lockoutMinutes, answer.general.serviceName], [7, 9, 'Acme'])
    assert.equal(answer.sources['security.lockoutMinutes'], 'database')
    assert.equal((await told()).length, count + 2)
    const { changes, tenantId } = await newest()
    assert.equal(tenantId, null)
    assert.deepEqual(changes, {
      'general.serviceName': { before: 'Tenantry', after: 'Acme' },
      'security.lockoutMinutes': { before: 5, after: 9 },
    })
  })

  it('takes what holds, and a secret as it was shown, for no change', async () => {
    const password = 'relay-Password-1'
    await changed({ email: { transport: 'smtp', host: 'relay.example.com', user: 'us', password } })
    const count = (await told()).length
    const { sources: _sources, ...whole } = await get()
    assert.equal(whole.email.password, mask)
    assert.deepEqual((await changed(whole)).email, whole.email)
    assert.equal((await told()).length, count)
    assert.equal(app.open.service.serviceSettings.values.email.password, password)
  })

  it('gives the default back for null', async () => {
    await changed({ security: { lockoutThreshold: 7 } })
    const { security, sources } = await changed({ security: { lockoutThreshold: null } })
    assert.deepEqual([security.lockoutThreshold, sources['security.lockoutThreshold']], [5, 'default'])
  })

  it('keeps secrets sealed, and tells them to nobody', async () => {
    const password = 'relay-Password-2'
    const answer = await put({ email: { transport: 'smtp', host: 'relay.example.com', user: 'us', password } })
    assert.ok(!answer.text.includes(password))
    const rows = await app.open.service.database.kysely.selectFrom('serviceSettings').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(password))
    assert.ok(rows.some(({ name, sealed }) => name === 'email.password' && sealed !== null))
    const { changes } = await newest()
    assert.deepEqual((changes as Record<string, unknown>)['email.password'], { before: null, after: mask })
    expectStatus(await put({ email: { password: 'relay-Password-3' } }), 200)
    assert.deepEqual((await newest()).changes, { 'email.password': { before: mask, after: mask } })
    assert.ok(!JSON.stringify(await told()).includes('relay-Password'))
    assert.ok(!JSON.stringify(app.logs).includes('relay-Password'))
  })

  it('refuses what the environment sets, with all the rest of the request', async () => {
    const refused = expectStatus(await put({ security: { bcryptCost: 10, lockoutThreshold: 9 } }), 409)
    assert.equal(refused.json.code, 'state_conflict')
    assert.deepEqual(fieldsOf(refused), ['security.bcryptCost set_by_environment'])
    assert.equal((await get()).security.lockoutThreshold, 5)
    expectStatus(await put({ security: { bcryptCost: 4 } }), 200)
  })

  it('refuses another storage, and takes the one that holds', async () => {
    const { storage } = await get()
    assert.equal(expectStatus(await put({ storage: { transport: 's3' } }), 409).json.code, 'state_conflict')
    expectStatus(await put({ storage }), 200)
  })

  it('refuses what is out of bounds or unknown, field by field, with all the rest', async () => {
    const bodies: [object, string[]][] = [
      [{ security: { lockoutThreshold: 9, bcryptCost: 31 } }, ['security.bcryptCost too_big']],
      [{ security: { accessTokenMinutes: 0 } }, ['security.accessTokenMinutes too_small']],
      [{ general: { serviceName: 'a\nb' } }, ['general.serviceName format']],
      [{ general: { corsOrigins: ['https://a.example,https://b.example'] } }, ['general.corsOrigins.0 format']],
      [{ general: { corsOrigins: ['*'] } }, ['general.corsOrigins.0 format']],
      [{ rateLimits: { auth: { limit: 0, windowSeconds: 60 } } }, ['rateLimits.auth.limit too_small']],
      [{ features: { telepathy: true } }, ['features.telepathy unknown_property']],
      [{ sources: {} }, ['sources unknown_property']],
      [{ email: { transport: 'smtp' } }, ['email.host required']],
      [{ email: { transport: 'smtp', host: 'x', user: 'us' } }, ['email.password required']],
      [{ sms: { transport: 'http' } }, ['sms.url required']],
      // the address is shown, and stands in the log
      [{ sms: { transport: 'http', url: 'https://us:gateway-Password@sms.example.com' } }, ['sms.url format']],
      [{ sms: { url: 'https:us@sms.example.com' } }, ['sms.url format']],
      [{ sms: { transport: 'twilio', user: 'AC1', password: 'x' } }, ['sms.from required']],
      [
        { sms: { transport: 'twilio', user: 'AC1', password: 'x', from: '+15550100', twilioApiUrl: 'https://api.example.com:0' } },
        ['sms.twilioApiUrl format'],
      ],
      [{ providers: { facebookClientId: '1' } }, ['providers.facebookClientSecret required']],
    ]
    for (const [body, fields] of bodies) assert.deepEqual(fieldsOf(expectStatus(await put(body), 400)), fields, JSON.stringify(body))
    assert.ok(Object.values((await get()).sources).every((source) => source !== 'database'))
  })

  it('sends no secret to another place that whoever names it does not know', async () => {
    await changed({ email: { transport: 'smtp', host: 'relay.example.com', user: 'us', password: 'relay-Password-4' } })
    assert.deepEqual(fieldsOf(expectStatus(await put({ email: { host: 'elsewhere.example.com' } }), 400)), ['email.password required'])
    assert.deepEqual(fieldsOf(expectStatus(await put({ email: { host: 'elsewhere.example.com', password: mask } }), 400)), [
      'email.password required',
    ])
    await changed({ email: { host: 'elsewhere.example.com', password: 'relay-Password-5' } })
  })

  it('sends no secret to another port, by weaker TLS, or to whom other certificates vouch for either', async () => {
    const password = 'relay-Password-8'
    const relay = { transport: 'smtp', host: 'relay.example.com', user: 'us', password }
    const refused: [object, object][] = [
      [{}, { port: 2525 }],
      [
        { port: 465, encryption: 'tls' },
        { port: null, encryption: 'starttls' },
      ],
      [{}, { encryption: 'optional' }],
      [{ port: 465, encryption: 'tls' }, { encryption: 'optional' }],
      [{ host: '127.0.0.1', encryption: 'starttls' }, { encryption: 'auto' }],
      [{}, { certificates: rootCertificates[0] }],
      [{ certificates: rootCertificates[0] }, { certificates: rootCertificates[1] }],
    ]
    for (const [kept, change] of refused) {
      await changed({ email: { port: null, encryption: null, certificates: null, ...relay, ...kept } })
      assert.deepEqual(fieldsOf(expectStatus(await put({ email: change }), 400)), ['email.password required'], JSON.stringify(change))
      await changed({ email: { ...change, password } })
    }
    await changed({ sms: { transport: 'http', url: 'https://sms.example.com', user: 'us', password: 'gateway-Password' } })
    for (const url of ['http://sms.example.com', 'https://sms.example.com:8443'])
      assert.deepEqual(fieldsOf(expectStatus(await put({ sms: { url } }), 400)), ['sms.password required'], url)
  })

  it('asks for no secret again that goes where it went, as well guarded', async () => {
    const relay = { transport: 'smtp', host: 'relay.example.com', user: 'us', password: 'relay-Password-9' }
    await changed({ email: { ...relay, encryption: 'optional', certificates: rootCertificates[0] } })
    for (const email of [{ port: 587 }, { encryption: 'auto' }, { encryption: 'starttls' }, { certificates: null }, { user: 'them' }])
      await changed({ email })
  })

  it('leaves what is stored by halves to who sets that, and takes all the rest', async () => {
    const { database, serviceSettings } = app.open.service
    const halves = { 'email.transport': 'smtp', 'sms.transport': 'http', 'providers.facebookClientId': '1' }
    for (const [name, value] of Object.entries(halves))
      await database.kysely
        .insertInto('serviceSettings')
        .values({ name, value: JSON.stringify(value), sealed: null, updatedAt: new Date() })
        .execute()
    await serviceSettings.apply('flush')
    await changed({ security: { lockoutThreshold: 7 }, email: { retentionDays: 90 }, providers: { googleClientId: 'x' } })
    assert.deepEqual(fieldsOf(expectStatus(await put({ email: { user: 'us' } }), 400)), ['email.host required'])
    assert.deepEqual(fieldsOf(expectStatus(await put({ sms: { from: '+15550100' } }), 400)), ['sms.url required'])
    assert.deepEqual(fieldsOf(expectStatus(await put({ providers: { facebookClientId: '2' } }), 400)), [
      'providers.facebookClientSecret required',
    ])
    await changed({ email: { host: 'relay.example.com' }, sms: { transport: 'log' } })
  })

  it('leaves it to the SuperAdmin where mails, texts and sign-ins go', async () => {
    const { accessToken } = await settingsAdmin()
    expectStatus(await put({ security: { lockoutThreshold: 8 } }, accessToken), 200)
    for (const body of [
      { email: { transport: 'smtp', host: '127.0.0.1' } },
      { sms: { url: 'https://sms.example.com' } },
      { providers: { googleClientId: 'x' } },
      { general: { passwordResetUrl: 'https://evil.example.com/' } },
      // the way into the network around the service
      { webhooks: { allowPrivate: true } },
    ])
      assert.equal(expectStatus(await put(body, accessToken), 403).json.reason, 'superadmin_only')
    assert.equal((await get()).email.transport, 'outbox')
  })
})

describe('POST /api/v1/settings/reset', () => {
  it('wants the password, forgets all that was set, and tells what that was', async () => {
    await changed({ security: { lockoutThreshold: 7 }, email: { transport: 'smtp', host: 'h', user: 'u', password: 'relay-Password-6' } })
    assert.equal(expectStatus(await app.post(`${path}/reset`, { password: 'wrong' }, { token }), 401).json.code, 'invalid_credentials')
    expectStatus(await app.post(`${path}/reset`, {}, { token }), 400)
    assert.equal((await get()).security.lockoutThreshold, 7)
    const answer = expectStatus(await app.post(`${path}/reset`, { password: superAdmin.password }, { token }), 200).json
    assert.deepEqual([answer.security.lockoutThreshold, answer.email.password, answer.security.bcryptCost], [5, null, 4])
    const { changes } = await newest('settings.reset')
    assert.deepEqual((changes as Record<string, unknown>)['security.lockoutThreshold'], { before: 7, after: 5 })
    assert.deepEqual((changes as Record<string, unknown>)['email.password'], { before: mask, after: null })
    assert.equal((await app.open.service.database.kysely.selectFrom('serviceSettings').selectAll().execute()).length, 0)
  })
})

describe('POST /api/v1/settings/reset', () => {
  it("is the SuperAdmin's where it would take away what only the SuperAdmin may set", async () => {
    const { accessToken, password } = await settingsAdmin()
    await changed({ security: { lockoutThreshold: 7 } })
    const reset = () => app.post(`${path}/reset`, { password }, { token: accessToken })
    assert.equal(expectStatus(await reset(), 200).json.security.lockoutThreshold, 5)
    await changed({ email: { transport: 'smtp', host: 'relay.example.com', user: 'us', password: 'relay-Password-7' } })
    assert.equal(expectStatus(await reset(), 403).json.reason, 'superadmin_only')
    assert.deepEqual([(await get()).email.transport, (await get()).email.password], ['smtp', mask])
  })

  it('forgets also what another version stored and this one does not take', async () => {
    const { kysely } = app.open.service.database
    const rows = { 'security.lockoutThreshold': '1', 'security.telepathy': 'true', 'email.port': '0' }
    for (const [name, value] of Object.entries(rows))
      await kysely.insertInto('serviceSettings').values({ name, value, sealed: null, updatedAt: new Date() }).execute()
    expectStatus(await app.post(`${path}/reset`, { password: superAdmin.password }, { token }), 200)
    assert.deepEqual(await kysely.selectFrom('serviceSettings').select('name').execute(), [])
  })
})

describe('the declaration', () => {
  it('has presets that its own bounds take, each as a variable writes it', () => {
    for (const setting of allSettings) {
      const { name, schema, preset, format, text } = setting
      assert.ok(schema.safeParse(preset).success, name)
      if (preset !== null) assert.deepEqual(format.parse(text(preset)), preset, name)
      assert.deepEqual(settingValue(app.open.service.serviceSettings.values, setting) === undefined, false, name)
    }
  })
})
