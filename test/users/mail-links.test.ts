/** Where mails with codes lead: to the pages for end users, the code in the fragment, and never to ours where an operator has their own. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mailsTo } from '../auth/mail.ts'
import { addAdmin } from '../auth/people.ts'
import { verifiedDomain } from '../domains/proving.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addUser, addWorkspace } from './rig.ts'

const door = '/api/v1/auth/user'
const lastOf = async (app: TestApp, id: string, template: string) => {
  const mail = (await mailsTo(app, id)).findLast((found) => found.template === template)
  return mail?.variables ?? assert.fail(`no mail ${template}`)
}
const forget = async (app: TestApp, email: string, tenantCode: string) =>
  expectStatus(await app.post(`${door}/request-password-reset`, { email, tenantCode }), 202)

it('lead to the page of the tenant by its code, and at its primary domain by that', async () => {
  const app = await startApp()
  const { publicUrl } = app.open.service.options
  const workspace = await addWorkspace(app)
  const user = await addUser(app, workspace.code, { email: 'lina+shop@example.test' })
  const linkOf = (home: string, page: string, whose: string, code: string) =>
    `${home}/account/${page}${whose}#email=lina%2Bshop%40example.test&code=${code}`
  const proof = await lastOf(app, user.id, 'email_verification')
  assert.equal(proof.link, linkOf(publicUrl, 'verify', `?w=${workspace.code}`, proof.code))
  await verifiedDomain(app, workspace.id, 'login.shop.example', true)
  await forget(app, user.email, workspace.code)
  const reset = await lastOf(app, user.id, 'password_reset_otp')
  assert.equal(reset.link, linkOf('https://login.shop.example', 'reset', '', reset.code))
})

it('lead nowhere for admins, nor where an operator has pages of their own', async () => {
  const app = await startApp({ env: { PASSWORD_RESET_URL: 'https://app.example.com/reset' } })
  const workspace = await addWorkspace(app)
  const user = await addUser(app, workspace.code)
  await forget(app, user.email, workspace.code)
  for (const template of ['email_verification', 'password_reset_otp']) {
    const { code, link } = await lastOf(app, user.id, template)
    assert.match(code, /^\d{6}$/)
    assert.equal(link, undefined)
  }
  const usual = await startApp()
  const admin = await addAdmin(usual, null)
  expectStatus(await usual.post('/api/v1/auth/admin/request-password-reset', { email: admin.email, method: 'otp' }), 202)
  assert.equal((await lastOf(usual, admin.id, 'password_reset_otp')).link, undefined)
})
