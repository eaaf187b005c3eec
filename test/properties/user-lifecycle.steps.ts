/** What may happen to a user, by themselves, by an admin or by somebody else; each step asserts its answer and moves the model. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { codeAt } from '../auth/authenticator.ts'
import { expectStatus } from '../harness.ts'
import { liveOrNew, providerActs, providerKinds } from './user-lifecycle.providers.ts'
import { door, stepMs, type UserState, type World } from './user-lifecycle.world.ts'

/** Those that shut somebody out are seldom, and what opens again is not: most of the time there is a session to do something in. */
const kinds = [
  ...[
    'sign in',
    'sign in',
    'sign in',
    'sign in',
    'sign in',
    'sign in wrongly',
    'refresh',
    'refresh',
    'refresh again',
    'refresh again',
    'refresh again',
    'sign out',
    'sign out',
  ],
  ...['end all', 'prove', 'prove', 'reset', 'change password', 'change password', 'second factor', 'second factor', 'lost phone'],
  ...[...providerKinds, 'unlink', 'link google', 'sign in by google'],
  ...['change address', 'block', 'unblock', 'unblock', 'deactivate', 'activate', 'activate', 'delete', 'restore', 'restore'],
] as const
export type Kind = (typeof kinds)[number]
export const distinctKinds = [...new Set<Kind>(kinds)]

export interface Step {
  readonly kind: Kind
  readonly whom: number
}
export const step: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom(...kinds), whom: fc.nat(2) })

/** Does it; false where there was nothing to do it to. */
type Act = (world: World, user: UserState) => Promise<boolean>

/** Something that an admin does and a deleted user is not there for. */
const managed =
  (method: 'PUT' | 'POST', path: string, body: object | undefined, apply: (world: World, user: UserState) => void): Act =>
  async (world, user) => {
    await world.manage(user, method, path, body)
    if (!user.isDeleted) apply(world, user)
    return true
  }

const acts: Readonly<Record<Kind, Act>> = {
  ...providerActs,
  'sign in': async (world, user) => {
    await world.signIn(user)
    return true
  },
  'sign in wrongly': async (world, user) => {
    const body = { username: user.username ?? user.email, password: 'not the password', tenantCode: world.tenantCode }
    assert.equal(expectStatus(await world.app.post(`${door}/login`, body), 401).json.code, 'invalid_credentials')
    await world.forgive(user)
    return true
  },
  refresh: async (world, user) => {
    const session = user.sessions.at(-1)
    if (!session) return false
    const reply = await world.app.post(`${door}/refresh`, { refreshToken: session.refresh })
    const isOpen = !session.isOver && !session.isSignedOut && world.entrance(user) === '200'
    assert.equal(reply.status, isOpen ? 200 : 401, reply.text)
    if (!isOpen) return true
    const { refresh } = session
    user.sessions.pop()
    world.keep(user, reply.json)
    const renewed = user.sessions.at(-1)
    assert.ok(renewed && renewed.refresh !== refresh)
    return true
  },
  'refresh again': async (world, user) => {
    const session = user.sessions.at(-1)
    if (!session || session.isOver || session.isSignedOut || world.entrance(user) !== '200') return false
    const first = expectStatus(await world.app.post(`${door}/refresh`, { refreshToken: session.refresh }), 200).json
    world.app.clock.turn(stepMs)
    // a token that was used is theft once the grace is over: its family ends
    expectStatus(await world.app.post(`${door}/refresh`, { refreshToken: session.refresh }), 401)
    world.keep(user, first)
    for (const one of [session, user.sessions.at(-1)]) if (one) one.isOver = true
    return true
  },
  'sign out': async (world, user) => {
    const session = await liveOrNew(world, user)
    if (!session) return false
    expectStatus(await world.app.post(`${door}/logout`, undefined, { token: session.access }), 200)
    for (const one of user.sessions) one.isSignedOut = true
    return true
  },
  'end all': async (world, user) => {
    const session = await liveOrNew(world, user)
    if (!session) return false
    expectStatus(await world.app.post(`${door}/sessions/revoke-all`, undefined, { token: session.access }), 200)
    world.endSessions(user)
    return true
  },
  prove: async (world, user) => {
    if (await world.useCode(user, 'send-email-verification', 'email_verification', 'verify-email')) user.provedAt = world.now()
    return true
  },
  reset: async (world, user) => {
    const newPassword = `another of ${world.now()} words`
    if (await world.useCode(user, 'request-password-reset', 'password_reset_otp', 'reset-password', { newPassword })) {
      user.password = newPassword
      // whoever registered an address of somebody else loses what they left in it
      const { provedAt } = user
      if (provedAt === null) user.secret = null
      user.links = user.links.filter(({ linkedAt }) => provedAt !== null && linkedAt >= provedAt)
      user.provedAt ??= world.now()
      world.endSessions(user)
    }
    return true
  },
  'change password': async (world, user) => {
    const session = await liveOrNew(world, user)
    if (!session || user.password === null) return false
    const newPassword = `chosen at ${world.now()} words`
    const body = { currentPassword: user.password, newPassword }
    expectStatus(await world.app.post(`/api/v1/Users/${user.id}/change-password`, body, { token: session.access }), 200)
    user.password = newPassword
    world.endSessions(user, session)
    return true
  },
  'change address': async (world, user) => {
    const email = world.newAddress()
    await world.manage(user, 'PUT', '', { email })
    if (user.isDeleted) return true
    user.email = email
    user.provedAt = null
    world.endSessions(user)
    return true
  },
  block: managed('PUT', '/block', {}, (world, user) => {
    if (!user.isBlocked) world.endSessions(user)
    user.isBlocked = true
  }),
  unblock: managed('PUT', '/block', { isBlocked: false }, (_, user) => {
    user.isBlocked = false
  }),
  deactivate: managed('PUT', '', { isActive: false }, (world, user) => {
    if (user.isActive) world.endSessions(user)
    user.isActive = false
  }),
  activate: managed('PUT', '', { isActive: true }, (_, user) => {
    user.isActive = true
  }),
  delete: async (world, user) => {
    await world.manage(user, 'DELETE', '', undefined, 204)
    user.isDeleted = true
    world.endSessions(user)
    return true
  },
  restore: async (world, user) => {
    expectStatus(await world.restore(user), user.isDeleted ? 200 : 404)
    user.isDeleted = false
    return true
  },
  'second factor': async (world, user) => {
    const session = await liveOrNew(world, user)
    if (!session || user.password === null) return false
    const call = (path: string, body: object) => world.app.post(`${door}/2fa/${path}`, body, { token: session.access })
    const code = () => codeAt(user.secret as string, world.app.clock.now())
    if (user.secret !== null) {
      expectStatus(await call('disable', { password: user.password, code: code() }), 200)
      user.secret = null
    } else {
      user.secret = expectStatus(await call('enable', { password: user.password }), 200).json.secret as string
      expectStatus(await call('confirm', { code: code() }), 200)
    }
    world.endSessions(user, session)
    return true
  },
  'lost phone': managed('POST', '/reset-2fa', undefined, (world, user) => {
    if (user.secret !== null) world.endSessions(user)
    user.secret = null
  }),
}

/** Takes one step, a minute after the one before. */
export async function take(world: World, { kind, whom }: Step): Promise<{ user: UserState; isDone: boolean }> {
  world.app.clock.turn(stepMs)
  const user = world.users[whom] as UserState
  return { user, isDone: await acts[kind](world, user) }
}
