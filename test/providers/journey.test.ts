/** The way of an end user from the first visit to a link with google and back, as the documents tell it. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { codeAt } from '../auth/authenticator.ts'
import { expectStatus, type Reply } from '../harness.ts'
import { addWorkspace, codeFor } from '../users/rig.ts'
import { userDoor as door, somebody, startProviders } from './rig.ts'

it('register, prove, sign in, two-factor, forget, reset, sign in with two-factor, link google, sign in by google, unlink', async () => {
  const { app, google } = await startProviders()
  const { code: tenantCode } = await addWorkspace(app)
  const call = async (path: string, body: object, token?: string): Promise<Reply['json']> => {
    const reply = await app.post(`${door}/${path}`, body, token === undefined ? {} : { token })
    assert.ok(reply.status < 300, `${path} answered ${reply.status} ${reply.text}`)
    return reply.json
  }
  const lina = { username: 'lina', email: 'lina@customer.example' }
  const whose = { email: lina.email, tenantCode }
  const { id } = await call('register', { ...lina, password: 'quiet-Harbour-21-lamp', tenantCode })
  await call('verify-email', { ...whose, code: await codeFor(app, id, 'email_verification') })
  const first = await call('login', { username: 'lina', password: 'quiet-Harbour-21-lamp', tenantCode })
  assert.equal(first.user.emailVerified ?? true, true)

  const { secret } = await call('2fa/enable', { password: 'quiet-Harbour-21-lamp' }, first.accessToken)
  await call('2fa/confirm', { code: codeAt(secret, app.clock.now()) }, first.accessToken)

  app.clock.turn(61_000)
  await call('request-password-reset', whose)
  const newPassword = 'early-Orchard-84-kite'
  await call('reset-password', { ...whose, code: await codeFor(app, id, 'password_reset_otp'), newPassword })
  expectStatus(await app.get('/api/v1/Users/me', { token: first.accessToken }), 401)

  const pending = await call('login', { username: 'lina', password: newPassword, tenantCode })
  assert.ok(pending.twoFactorToken && !pending.accessToken, 'a reset leaves the second factor of a proved address')
  app.clock.turn(61_000)
  const second = await call('2fa/verify', { twoFactorToken: pending.twoFactorToken, code: codeAt(secret, app.clock.now()) })

  const person = somebody({ email: lina.email })
  const link = await call('external-logins/link', { provider: 'google', token: await google.sign(person) }, second.accessToken)
  assert.equal(link.providerName, 'google')
  app.clock.turn(61_000)
  const atDoor = await call('login/google', { token: await google.sign(person), tenantCode })
  assert.ok(atDoor.twoFactorToken, 'the own second factor comes after that of the provider')
  const third = await call('2fa/verify', { twoFactorToken: atDoor.twoFactorToken, code: codeAt(secret, app.clock.now()) })
  assert.equal(third.user.id, id)

  expectStatus(await app.request('DELETE', `${door}/external-logins/${link.id}`, { token: third.accessToken }), 204)
  const gone = await app.post(`${door}/login/google`, { token: await google.sign(person), tenantCode })
  // both sides have proved the address: google is let in anew, and linked again
  assert.equal(gone.status, 200, gone.text)
})
