/** Every door of the matrix: what is obtained before the state is brought about, and what is tried afterwards. */
import { randomUUID } from 'node:crypto'
import type { AccountKind } from '#db/rows/context.ts'
import { addLink } from '#sign-in/providers/external-links.ts'
import { codeAt, enableTwoFactor, pendingToken, type TwoFactor, verify } from '../auth/authenticator.ts'
import { lastReset, mailsTo } from '../auth/mail.ts'
import { change, login, loginPath } from '../auth/people.ts'
import { expectStatus, type Reply, type TestApp } from '../harness.ts'
import { googleAt } from '../providers/google.ts'
import { type Place, superTokenNow } from './states.ts'

const area = '/api/v1/auth/admin'
const newPassword = 'quite another password'

/** A try, described by its reply and whatever else there is to see. */
export type Attempt = () => Promise<{ reply: Reply; hasMail?: boolean }>
export type Path = (app: TestApp, place: Place) => Promise<Attempt>

const credentials = ({ admin }: Place) => ({ identifier: admin.email, password: admin.password })

async function requestReset(app: TestApp, { admin }: Place, method: 'otp' | 'magic-link'): Promise<Reply> {
  const { email, tenantId } = admin
  return await app.post(`${area}/request-password-reset`, { email, tenantId, method })
}

async function codeFromBefore(app: TestApp, place: Place): Promise<string> {
  expectStatus(await requestReset(app, place, 'otp'), 202)
  return (await lastReset(app, place.admin.id)).code as string
}

const reset = (app: TestApp, proof: object) => app.post(`${area}/reset-password`, { ...proof, newPassword })

/** With a session from before, what a request in it answers. */
const inSession =
  (request: (app: TestApp, token: string, place: Place) => Promise<Reply>): Path =>
  async (app, place) => {
    const token: string = expectStatus(await login(app, place.admin), 200).json.accessToken
    expectStatus(await app.get('/api/v1/Admins/me', { token }), 200)
    return async () => ({ reply: await request(app, token, place) })
  }

const refreshAt =
  (path: string): Path =>
  async (app, { admin }) => {
    const refreshToken: string = expectStatus(await login(app, admin), 200).json.refreshToken
    return async () => ({ reply: await app.post(path, { refreshToken }) })
  }

const nothingBefore =
  (request: (app: TestApp, place: Place) => Promise<Reply>): Path =>
  async (app, place) =>
  async () => ({ reply: await request(app, place) })

/** By a link that was made before, into the tenant that is named as it was then. */
export const byProvider =
  (kind: AccountKind, where: (app: TestApp, place: Place) => object): Path =>
  async (app, place) => {
    const sign = await googleAt(app)
    const { id, tenantId } = place.admin
    const identity = {
      provider: 'google',
      subject: id,
      email: null,
      isEmailProved: false,
      firstName: '',
      lastName: '',
      displayName: '',
      once: null,
    }
    await change(app, (ctx) => addLink(ctx, { id, kind, tenantId }, identity))
    const named = where(app, place)
    return async () => ({ reply: await app.post(`/api/v1/auth/${kind}/login/google`, { token: await sign({ sub: id }), ...named }) })
  }

/** Links in a session that is fresh. */
export const linking = (kind: AccountKind) => async (app: TestApp, token: string) => {
  const sign = await googleAt(app)
  const body = { provider: 'google', token: await sign({ sub: randomUUID() }) }
  return await app.post(`/api/v1/auth/${kind}/external-logins/link`, body, { token })
}

export const paths: Readonly<Record<string, Path>> = {
  prov: byProvider('admin', (_app, { tenantId }) => ({ tenantId })),
  plink: inSession(linking('admin')),
  login: nothingBefore((app, { admin }) => login(app, admin)),
  caseB: nothingBefore((app, place) => app.post(loginPath, credentials(place))),
  disco: nothingBefore((app, place) => app.post(`${area}/discover-workspaces`, credentials(place))),
  refr: refreshAt(`${area}/refresh`),
  verif: async (app, { admin }) => {
    const { secret }: TwoFactor = await enableTwoFactor(app, admin)
    const token = await pendingToken(app, admin)
    return async () => ({ reply: await verify(app, token, codeAt(secret, app.clock.now())) })
  },
  reqst: async (app, place) => async () => {
    const reply = await requestReset(app, place, 'otp')
    return { reply, hasMail: (await mailsTo(app, place.admin.id)).some(({ template }) => template === 'password_reset_otp') }
  },
  code: async (app, place) => {
    const code = await codeFromBefore(app, place)
    const { email, tenantId } = place.admin
    return async () => ({ reply: await reset(app, { email, tenantId, code }) })
  },
  chall: async (app, place) => {
    const code = await codeFromBefore(app, place)
    const { email, tenantId } = place.admin
    const { challengeToken } = expectStatus(await app.post(`${area}/verify-reset-otp`, { email, tenantId, code }), 200).json
    return async () => ({ reply: await reset(app, { challengeToken }) })
  },
  link: async (app, place) => {
    expectStatus(await requestReset(app, place, 'magic-link'), 202)
    const { token } = await lastReset(app, place.admin.id)
    return async () => ({ reply: await app.post(`${area}/verify-reset-otp`, { token }) })
  },
  imper: async (app, { admin }) => {
    const token = await superTokenNow(app)
    return async () => ({ reply: await app.post(`${area}/impersonate/${admin.id}`, {}, { token }) })
  },
  me: inSession((app, token) => app.get('/api/v1/Admins/me', { token })),
  perm: inSession((app, token) => app.get('/api/v1/audit', { token })),
  chgpw: inSession((app, token, { admin }) =>
    app.post(`/api/v1/Admins/${admin.id}/change-password`, { currentPassword: admin.password, newPassword }, { token }),
  ),
  aLogn: nothingBefore((app, place) => app.post('/api/v1/auth/login', { ...credentials(place), tenantId: place.tenantId })),
  aRefr: refreshAt('/api/v1/auth/refresh'),
  aMe: inSession((app, token) => app.get('/api/v1/auth/me', { token })),
}
