/** Calls of admins for themselves: sign-ins, tokens, passwords. */
import { minute } from './admin-lifecycle.model.ts'
import { path, type Run } from './admin-lifecycle.run.ts'

export const doorRuns = {
  'sign in': async (world, _step, _actor, admin) => {
    await world.signIn(admin, admin.password)
  },
  'sign in wrongly': async (world, { other }, _actor, admin) => {
    // who does the rest must be let in
    if (admin.isSuper) return
    // once, or as often as it takes to be locked
    for (let left = other % 3 === 0 ? 5 : 1; left > 0; left--) await world.signIn(admin, 'not the password at all')
  },
  'change password': async (world, { other }, _actor, admin) => {
    const session = admin.sessions.findLast(({ isOver, accessUntil }) => !isOver && accessUntil > world.now() + 5000)
    if (!session || admin.isSuper) return
    const newPassword = `zuvaqor-${other}-${world.told.length}-Merlin`
    const isRight = other % 4 > 0
    const body = { currentPassword: isRight ? admin.password : 'not the password at all', newPassword }
    const reply = await world.app.post(`${path(admin)}/change-password`, body, { token: session.access })
    const now = world.now()
    if (admin.lockedUntil > now) return world.expect(reply, { status: 423, code: 'account_locked' }, `change password ${admin.email}`)
    world.expect(reply, isRight ? { status: 200 } : { status: 401, code: 'invalid_credentials' }, `change password ${admin.email}`)
    if (!isRight) return world.model.failedProof(admin, now)
    Object.assign(admin, { password: newPassword, temporaryUntil: null, isUsed: false })
    world.model.endSessions(admin, session)
    world.model.note('auth.password.changed', admin)
  },
  refresh: async (world, { other }, _actor, admin) => {
    const session = admin.sessions[other % Math.max(1, admin.sessions.length)]
    if (!session) return
    const isAlive = !session.isOver && session.refreshUntil > world.now()
    const reply = await world.app.post('/api/v1/auth/admin/refresh', { refreshToken: session.refresh })
    world.expect(reply, isAlive ? { status: 200 } : { status: 401, code: 'refresh_token_invalid' }, `refresh ${admin.email}`)
    if (isAlive) world.keepTokens(session, reply)
  },
  'use an old refresh token': async (world, _step, _actor, admin) => {
    const session = admin.sessions.findLast(({ used }) => used.length > 0)
    if (!session) return
    // beyond the grace: it was stolen from one of two
    world.app.clock.turn(minute)
    const refreshToken = session.used.at(-1) as string
    const reply = await world.app.post('/api/v1/auth/admin/refresh', { refreshToken })
    world.expect(reply, { status: 401, code: 'refresh_token_invalid' }, `old refresh token of ${admin.email}`)
    session.isOver = true
  },
} satisfies Record<string, Run>
