/** Calls about the states of one admin: each a flag, to be set, lifted and looked at alone. */
import { type Home, temporaryMs } from './admin-lifecycle.model.ts'
import { allowed, type Move, path, type Run } from './admin-lifecycle.run.ts'

const move =
  (how: Move): Run =>
  async (world, _step, actor, admin) => {
    const expected = world.model.moved(actor, admin, how)
    const reply =
      how === 'delete' ? await world.call(actor, 'DELETE', path(admin)) : await world.call(actor, 'POST', `${path(admin)}/${how}`)
    world.expect(reply, expected, `${how} ${admin.email}`)
    if (expected.status < 300) world.model.applyMove(admin, how)
  }

export const stateRuns = {
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
    if (refusal) return
    world.model.names.delete(admin.email)
    if (admin.failures === 0 && admin.lockedUntil === 0) return
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
  transfer: async (world, { other }, actor, admin) => {
    const { model } = world
    const isRight = other % 3 > 0
    // whoever has the role does most of what follows, and must be let in
    if (actor.isSuper && (admin.temporaryUntil !== null || admin.lockedUntil > world.now() || actor.failures > 2)) return
    const reply = await world.call(actor, 'POST', `${path(admin)}/transfer`, { password: isRight ? actor.password : 'not the password' })
    const isOpen = admin.life === 'living' && admin.isActive && !admin.isBlocked && admin !== actor
    const refusal = !actor.isSuper
      ? { status: 403, code: 'permission_denied' }
      : admin.life === 'purged'
        ? { status: 404, code: 'not_found' }
        : !isOpen
          ? { status: 409, code: 'state_conflict' }
          : isRight
            ? null
            : { status: 401, code: 'invalid_credentials' }
    world.expect(reply, refusal ?? { status: 200 }, `transfer to ${admin.email}`)
    if (refusal?.status === 401) model.failedProof(actor, world.now())
    if (refusal) return
    Object.assign(actor, { isSuper: false, roleName: 'PlatformViewer' })
    Object.assign(admin, { isSuper: true, roleName: 'SuperAdmin', home: 'platform' })
    model.note('admin.updated', actor)
    model.note('admin.superadmin_transferred', admin)
  },
} satisfies Record<string, Run>
