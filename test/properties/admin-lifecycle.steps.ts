/** Random calls about admins, each answered by the service and by the model. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { type AdminState, type Home, minute, temporaryMs } from './admin-lifecycle.model.ts'
import type { World } from './admin-lifecycle.world.ts'

export interface Step {
  readonly kind: Kind
  /** Drawn numbers; each kind takes of them what it needs. */
  readonly who: number
  readonly other: number
  readonly byChief: boolean
}

type Run = (world: World, step: Step, actor: AdminState, admin: AdminState) => Promise<void>
type Move = 'activate' | 'deactivate' | 'delete'

const path = ({ id }: AdminState) => `/api/v1/Admins/${id}`
const standing = (admin: AdminState) => ({ id: admin.id, code: 'not_found' })

const move =
  (how: Move): Run =>
  async (world, _step, actor, admin) => {
    const expected = world.model.moved(actor, admin, how)
    const reply =
      how === 'delete' ? await world.call(actor, 'DELETE', path(admin)) : await world.call(actor, 'POST', `${path(admin)}/${how}`)
    world.expect(reply, expected, `${how} ${admin.email}`)
    if (expected.status < 300) world.model.applyMove(admin, how)
  }

const bulk =
  (how: Move): Run =>
  async (world, { who, other }, actor) => {
    const { model } = world
    const chosen = model.admins.filter((_, index) => (index + who) % (2 + (other % 3)) === 0)
    const answers = new Map(chosen.map((admin) => [admin, model.moved(actor, admin, how, true)]))
    const reply = await world.call(actor, 'POST', `/api/v1/Admins/bulk-${how}`, { ids: chosen.map(({ id }) => id) })
    if (chosen.length === 0) return world.expect(reply, { status: 400, code: 'validation_failed' }, `bulk-${how} of nobody`)
    world.expect(reply, { status: 200 }, `bulk-${how} of ${chosen.length}`)
    const skipped = [...answers].flatMap(([admin, { status, code }]) => (status < 300 ? [] : [{ ...standing(admin), code }]))
    const byId = (one: { id: string }, two: { id: string }) => (one.id < two.id ? -1 : 1)
    assert.deepEqual(reply.json.skipped.toSorted(byId), skipped.toSorted(byId), 'skipped')
    const affected = [...answers].filter(([admin, { status }]) => status < 300 && model.applyMove(admin, how))
    assert.equal(reply.json.affected, affected.length, 'affected')
  }

/** What a change of one admin needs, but for rules of its own: in sight, not oneself, not the SuperAdmin. */
function allowed(world: World, actor: AdminState, admin: AdminState): { status: number; code?: string } | null {
  if (!world.model.sees(actor, admin)) return { status: 404, code: 'not_found' }
  if (admin === actor || admin.isSuper) return { status: 403, code: 'permission_denied' }
  return null
}

const runs = {
  create: async (world, { other }, actor) => {
    if (world.model.admins.length > 12) return
    const home = (['top', 'below', 'platform'] as const)[other % 3] as Home
    await world.create(actor, home, other % 2 === 0 ? 'Viewer' : 'TenantAdmin')
  },
  activate: move('activate'),
  deactivate: move('deactivate'),
  delete: move('delete'),
  'put isActive': async (world, { other }, actor, admin) => {
    const isActive = other % 2 === 0
    const how = isActive ? 'activate' : 'deactivate'
    const expected = world.model.moved(actor, admin, how)
    world.expect(await world.call(actor, 'PUT', path(admin), { isActive }), expected, `put isActive ${isActive} ${admin.email}`)
    if (expected.status < 300) world.model.applyMove(admin, how)
  },
  'put email': async (world, _step, actor, admin) => {
    const email = world.newEmail()
    const refusal = allowed(world, actor, admin)
    world.expect(await world.call(actor, 'PUT', path(admin), { email }), refusal ?? { status: 200 }, `put email ${admin.email}`)
    if (refusal) return
    admin.email = email
    if (admin.temporaryUntil !== null) admin.temporaryUntil = 0
    world.model.endSessions(admin)
    world.model.note('admin.updated', admin)
  },
  'put role': async (world, _step, actor, admin) => {
    if (admin.home === 'platform') return
    const roleName = admin.roleName === 'Viewer' ? 'TenantAdmin' : 'Viewer'
    const gone = world.model.isGone(admin.home) ? { status: 404, code: 'not_found' } : null
    const refusal = allowed(world, actor, admin) ?? gone
    const roleId = world.roleId(admin.home, roleName)
    world.expect(await world.call(actor, 'PUT', path(admin), { roleId }), refusal ?? { status: 200 }, `put role ${admin.email}`)
    if (refusal) return
    admin.roleName = roleName
    world.model.note('admin.updated', admin)
  },
  block: async (world, _step, actor, admin) => {
    const refusal =
      admin.isSuper && admin !== actor && world.model.sees(actor, admin)
        ? { status: 409, code: 'state_conflict' }
        : allowed(world, actor, admin)
    world.expect(await world.call(actor, 'POST', `${path(admin)}/block`, {}), refusal ?? { status: 200 }, `block ${admin.email}`)
    if (refusal || admin.isBlocked) return
    admin.isBlocked = true
    world.model.endSessions(admin)
    world.model.note('admin.blocked', admin)
  },
  unblock: async (world, _step, actor, admin) => {
    const refusal = allowed(world, actor, admin)
    world.expect(await world.call(actor, 'POST', `${path(admin)}/unblock`), refusal ?? { status: 200 }, `unblock ${admin.email}`)
    if (refusal || !admin.isBlocked) return
    admin.isBlocked = false
    world.model.note('admin.unblocked', admin)
  },
  unlock: async (world, _step, actor, admin) => {
    const refusal = allowed(world, actor, admin)
    world.expect(await world.call(actor, 'POST', `${path(admin)}/unlock`), refusal ?? { status: 200 }, `unlock ${admin.email}`)
    if (refusal || (admin.failures === 0 && admin.lockedUntil === 0)) return
    Object.assign(admin, { failures: 0, lockedUntil: 0 })
    world.model.note('admin.unlocked', admin)
  },
  'reset password': async (world, _step, actor, admin) => {
    const refusal = allowed(world, actor, admin)
    world.expect(await world.call(actor, 'POST', `${path(admin)}/reset-password`), refusal ?? { status: 200 }, `reset ${admin.email}`)
    if (refusal) return
    const password = await world.temporaryPassword(admin.id)
    Object.assign(admin, { password, temporaryUntil: world.now() + temporaryMs, isUsed: false })
    world.model.endSessions(admin)
    world.model.note('admin.password_reset', admin)
  },
  'bulk activate': bulk('activate'),
  'bulk deactivate': bulk('deactivate'),
  'bulk delete': bulk('delete'),
  'bulk delete all': async (world, { who, other }, actor) => {
    const { model } = world
    const home = (['top', 'below'] as const)[who % 2] as Home
    const filter = {
      tenantId: world.tenantId(home),
      ...(other % 3 > 0 && { isActive: other % 3 === 1 }),
      ...(other % 2 > 0 && { isBlocked: who % 4 > 1 }),
    }
    const matching = model.living().filter((admin) => {
      const { isActive = admin.isActive, isBlocked = admin.isBlocked } = filter
      return admin.home === home && model.sees(actor, admin) && admin.isActive === isActive && admin.isBlocked === isBlocked
    })
    const excluded = matching.filter((_, index) => (index + other) % 2 === 0)
    const left = matching.filter((admin) => !excluded.includes(admin) && model.moved(actor, admin, 'delete', true).status < 300)
    const dryRun = who % 3 === 0
    const expectedCount = left.length + (who % 5 === 0 ? 1 : 0)
    const body = { filter, excludeIds: excluded.map(({ id }) => id), expectedCount, dryRun }
    const reply = await world.call(actor, 'POST', '/api/v1/Admins/bulk-delete-all', body)
    const isAsExpected = expectedCount === left.length
    world.expect(
      reply,
      isAsExpected ? { status: 200 } : { status: 409, code: 'state_conflict' },
      `delete all of ${home} ${JSON.stringify(body)}`,
    )
    if (!isAsExpected) return
    assert.equal(reply.json.affected, left.length, 'affected')
    if (!dryRun) for (const admin of left) model.applyMove(admin, 'delete')
  },
  'sign in': async (world, _step, _actor, admin) => {
    await world.signIn(admin, admin.password)
  },
  'sign in wrongly': async (world, { other }, _actor, admin) => {
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
    if (!isRight) {
      world.model.failed(admin, now)
      if (admin.lockedUntil > now) world.model.note('auth.account.locked', admin)
      return
    }
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
  protect: async (world, { other }, actor, admin) => {
    const isProtected = other % 3 === 0
    const mayAsk = actor.isSuper
    const refusal =
      !mayAsk || (admin === actor && world.model.sees(actor, admin))
        ? { status: 403 }
        : !world.model.sees(actor, admin)
          ? { status: 404 }
          : null
    if (admin === actor) return
    const reply = await world.call(actor, 'POST', `${path(admin)}/protect`, { isProtected })
    world.expect(reply, refusal ?? { status: 200 }, `protect ${isProtected} ${admin.email}`)
    if (refusal || admin.isProtected === isProtected) return
    admin.isProtected = isProtected
    world.model.note(isProtected ? 'admin.protected' : 'admin.unprotected', admin)
  },
  wait: async ({ app }, { other }) => {
    app.clock.turn(([6, 6, 6, 16, 16, 60 * 25][other % 6] as number) * minute)
  },
  'suspend tenant': (world, { other }) => setSuspended(world, other % 2 === 0 ? 'below' : 'top', true),
  'resume tenant': (world, { other }) => setSuspended(world, other % 2 === 0 ? 'below' : 'top', false),
  'delete tenant': async (world, { other }) => {
    const home = other % 4 === 0 ? 'top' : 'below'
    const { model } = world
    const reply = await world.call(model.super, 'DELETE', `/api/v1/Tenants/${world.tenantId(home)}?cascade=true`)
    world.expect(reply, model.isGone(home) ? { status: 404, code: 'not_found' } : { status: 204 }, `delete tenant ${home}`)
    if (reply.status !== 204) return
    for (const one of home === 'top' ? (['top', 'below'] as const) : (['below'] as const)) {
      if (model.isGone(one)) continue
      model.tenants[one].deletedWith = home
      for (const admin of model.living())
        if (admin.home === one && admin.isActive) Object.assign(admin, { isActive: false, switchedOffWith: home })
    }
    model.endSessionsIn(home)
  },
} satisfies Record<string, Run>

async function setSuspended(world: World, home: 'top' | 'below', isSuspended: boolean): Promise<void> {
  const { model } = world
  const tenant = model.tenants[home]
  const reply = await world.call(model.super, 'PUT', `/api/v1/Tenants/${world.tenantId(home)}`, {
    status: isSuspended ? 'Suspended' : 'Active',
  })
  world.expect(reply, model.isGone(home) ? { status: 404, code: 'not_found' } : { status: 200 }, `suspended ${isSuspended} ${home}`)
  if (reply.status !== 200 || tenant.isSuspended === isSuspended) return
  tenant.isSuspended = isSuspended
  model.endSessionsIn(home)
}

export type Kind = keyof typeof runs
export const kinds = Object.keys(runs) as Kind[]

/** What ends much of the world is rare, what it needs to be seen is not. */
const weights: { readonly [K in Kind]?: number } = {
  'sign in': 6,
  'sign in wrongly': 3,
  wait: 3,
  activate: 3,
  'put isActive': 2,
  unblock: 2,
  refresh: 2,
  create: 2,
  'resume tenant': 3,
}
const rare: readonly Kind[] = ['delete tenant']

export const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: rare.includes(kind) ? 1 : 4 * (weights[kind] ?? 1), arbitrary: fc.constant(kind) }))),
  who: fc.nat({ max: 1000 }),
  other: fc.nat({ max: 1000 }),
  byChief: fc.boolean(),
})

/** Does it, unless whoever would do it is not let in. */
export async function take(world: World, one: Step): Promise<void> {
  const { admins } = world.model
  const chief = admins[1] as AdminState
  const actor = one.byChief ? chief : world.model.super
  if (one.byChief && (!(await world.sessionOf(chief)) || chief.roleName !== 'TenantAdmin')) return
  const run: Run = runs[one.kind]
  await run(world, one, actor, admins[one.who % admins.length] as AdminState)
}
