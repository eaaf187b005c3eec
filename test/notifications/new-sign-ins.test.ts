/** A sign-in with something new is told to the owner of the account: once, by a notification and a mail. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { daysMs } from '#core/clock.ts'
import { deviceOf } from '#core/text/user-agent.ts'
import { mailsTo } from '../auth/mail.ts'
import { addAdmin, loginPath } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { addUser } from '../users/rig.ts'
import { fanOut, type Told, toldOf, typesOf } from './told.ts'

let app: TestApp
let tenantId: string
let code: string
before(async () => {
  app = await startApp()
  const { tenant } = await tenantWithAdmin(app)
  tenantId = tenant.id
  code = tenant.code
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
const newerFirefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

describe('a device', () => {
  it('is browser and system, or the app, without versions', () => {
    assert.equal(deviceOf(firefox), 'Firefox on Linux')
    assert.equal(deviceOf(chrome), 'Chrome on Windows')
    assert.equal(deviceOf(`${chrome} Edg/140.0.0.0`), 'Edge on Windows')
    assert.equal(deviceOf(chrome.replace('Chrome/', 'HeadlessChrome/')), 'Chrome on Windows')
    assert.equal(
      deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1'),
      'Safari on iOS',
    )
    assert.equal(deviceOf('AcmeApp/3.1.4 (build 77)'), deviceOf('AcmeApp/4.0.0 (build 81)'))
    assert.equal(deviceOf(null), 'unknown')
    assert.ok(deviceOf('x'.repeat(5000)).length <= 100)
  })
})

async function signIns(kind: 'admin' | 'user') {
  if (kind === 'admin') {
    const admin = await addAdmin(app, tenantId)
    return {
      id: admin.id,
      by: async (agent: string) =>
        void expectStatus(
          await app.post(loginPath, { identifier: admin.email, password: admin.password, tenantId }, { headers: { 'user-agent': agent } }),
          200,
        ),
    }
  }
  const user = await addUser(app, code)
  const body = { username: user.username, password: user.password, tenantCode: code }
  return {
    id: user.id,
    by: async (agent: string) =>
      void expectStatus(await app.post('/api/v1/auth/user/login', body, { headers: { 'user-agent': agent } }), 200),
  }
}
const mailed = async (id: string) => (await mailsTo(app, id)).filter(({ template }) => template === 'new_sign_in').length

describe('a new sign-in', () => {
  for (const kind of ['admin', 'user'] as const) {
    it(`is told to ${kind === 'admin' ? 'an admin' : 'a user'}: not the first, not one with a newer version, one from another browser`, async () => {
      const { id, by } = await signIns(kind)
      await by(firefox)
      await fanOut(app)
      assert.deepEqual([await typesOf(app, id), await mailed(id)], [[], 0])
      await by(newerFirefox)
      await fanOut(app)
      assert.deepEqual([await typesOf(app, id), await mailed(id)], [[], 0])
      await by(chrome)
      await by(chrome)
      await fanOut(app)
      assert.deepEqual([await typesOf(app, id), await mailed(id)], [['auth.new_sign_in'], 1])
      const [{ body }] = (await toldOf(app, id)) as [Told]
      assert.match(body, /Chrome on Windows, from /)
    })
  }

  it('is none with what an account used before devices were remembered', async () => {
    const { id, by } = await signIns('admin')
    await by(firefox)
    await by(chrome)
    await by(firefox)
    const { kysely } = app.open.service.database
    await kysely.deleteFrom('outbox').execute()
    await by(newerFirefox)
    await fanOut(app)
    assert.deepEqual([await typesOf(app, id), await mailed(id)], [[], 0])
  })
})

describe('half a year later', () => {
  it('a device is new again, whatever was forgotten meanwhile', async () => {
    const { id, by } = await signIns('admin')
    await by(firefox)
    await by(chrome)
    await fanOut(app)
    assert.equal(await mailed(id), 1)
    app.clock.turn(daysMs(181))
    const { kysely } = app.open.service.database
    await kysely.deleteFrom('knownDevices').execute()
    await kysely.deleteFrom('sessions').where('accountId', '=', id).execute()
    await by(chrome)
    await fanOut(app)
    assert.equal(await mailed(id), 2)
  })
})
