/** The doors of end users in the matrix: what is obtained before the state is brought about, and what is tried afterwards. */
import { codeAt, enableTwoFactorAt } from '../auth/authenticator.ts'
import { mailsTo } from '../auth/mail.ts'
import { expectStatus, type Reply, type TestApp } from '../harness.ts'
import { codeFor } from '../users/rig.ts'
import { byProvider, linking, type Path } from './paths.ts'
import type { Place } from './states.ts'
import { credentialsOf, userLogin, whoseOf } from './user-states.ts'

const door = '/api/v1/auth/user'
const newPassword = 'quite another password'

const signIn = async (app: TestApp, place: Place) => expectStatus(await userLogin(app, place), 200).json

/** With a session from before, what a request in it answers. */
const inSession =
  (request: (app: TestApp, token: string, place: Place) => Promise<Reply>): Path =>
  async (app, place) => {
    const token: string = (await signIn(app, place)).accessToken
    expectStatus(await app.get('/api/v1/Users/me', { token }), 200)
    return async () => ({ reply: await request(app, token, place) })
  }

/** Whether a request for a code brings a mail of this template. */
const asking =
  (operation: string, template: string): Path =>
  async (app, place) => {
    const whose = whoseOf(app, place)
    return async () => {
      const reply = await app.post(`${door}/${operation}`, whose)
      return { reply, hasMail: (await mailsTo(app, place.admin.id)).some((mail) => mail.template === template) }
    }
  }

/** Shows a code that was mailed before. */
const showing =
  (operation: string, template: string, answer: string, more: object = {}): Path =>
  async (app, place) => {
    const whose = whoseOf(app, place)
    expectStatus(await app.post(`${door}/${operation}`, whose), 202)
    const code = await codeFor(app, place.admin.id, template)
    return async () => ({ reply: await app.post(`${door}/${answer}`, { ...whose, ...more, code }) })
  }

export const userPaths: Readonly<Record<string, Path>> = {
  prov: byProvider('user', (app, place) => ({ tenantCode: whoseOf(app, place).tenantCode })),
  plink: inSession(linking('user')),
  login: async (app, place) => {
    const { tenantCode } = whoseOf(app, place)
    return async () => ({ reply: await userLogin(app, place, { tenantCode }) })
  },
  caseB: async (app, place) => async () => ({ reply: await app.post(`${door}/login`, credentialsOf(place)) }),
  refr: async (app, place) => {
    const { refreshToken } = await signIn(app, place)
    return async () => ({ reply: await app.post(`${door}/refresh`, { refreshToken }) })
  },
  verif: async (app, place) => {
    const { secret } = await enableTwoFactorAt(app, door, place.admin.password, (await signIn(app, place)).accessToken)
    const { twoFactorToken } = await signIn(app, place)
    return async () => ({ reply: await app.post(`${door}/2fa/verify`, { twoFactorToken, code: codeAt(secret, app.clock.now()) }) })
  },
  reqst: asking('request-password-reset', 'password_reset_otp'),
  code: showing('request-password-reset', 'password_reset_otp', 'reset-password', { newPassword }),
  send: asking('send-email-verification', 'email_verification'),
  vcode: showing('send-email-verification', 'email_verification', 'verify-email'),
  me: inSession((app, token) => app.get('/api/v1/Users/me', { token })),
  chgpw: inSession((app, token, { admin }) =>
    app.post(`/api/v1/Users/${admin.id}/change-password`, { currentPassword: admin.password, newPassword }, { token }),
  ),
}
