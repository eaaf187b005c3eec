/** Calls about the recycle bin and about the tenants that take their admins along. */
import type { AdminState } from './admin-lifecycle.model.ts'
import type { Run } from './admin-lifecycle.run.ts'
import type { World } from './admin-lifecycle.world.ts'

const bin = '/api/v1/recycle-bin'

/** Mostly somebody deleted. */
function deletedOrAny({ model: { admins } }: World, who: number): AdminState {
  const deleted = admins.filter(({ life }) => life === 'deleted')
  const from = deleted.length > 0 && who % 5 > 0 ? deleted : admins
  return from[who % from.length] as AdminState
}

export const tenantRuns = {
  restore: async (world, { who }, actor) => {
    const admin = deletedOrAny(world, who)
    const { model } = world
    const isThere = admin.life === 'deleted' && model.sees(actor, { ...admin, life: 'living' })
    const refusal = !isThere
      ? { status: 404, code: 'not_found' }
      : model.isGone(admin.home)
        ? { status: 409, code: 'cannot_restore' }
        : null
    world.expect(await world.call(actor, 'POST', `${bin}/${admin.id}/restore`), refusal ?? { status: 200 }, `restore ${admin.email}`)
    if (refusal) return
    admin.life = 'living'
    model.note('entity.restored', admin)
  },
  purge: async (world, { who, other }, actor) => {
    // most of the deleted stay to be restored
    const living = world.model.living()
    const admin = other % 3 > 0 ? (living[who % living.length] as AdminState) : deletedOrAny(world, who)
    const isThere = admin.life === 'deleted' && world.model.sees(actor, { ...admin, life: 'living' })
    const expected = isThere ? { status: 204 } : { status: 404, code: 'not_found' }
    world.expect(await world.call(actor, 'DELETE', `${bin}/${admin.id}`), expected, `purge ${admin.email}`)
    if (!isThere) return
    admin.life = 'purged'
    world.model.note('entity.purged', admin)
  },
  'restore tenant': async (world, { other }) => {
    const { model } = world
    const home = other % 2 === 0 ? 'top' : 'below'
    const isEntry = model.tenants[home].deletedWith === home
    const hangs = home === 'below' && model.isGone('top')
    const refusal = !isEntry ? { status: 404, code: 'not_found' } : hangs ? { status: 409, code: 'cannot_restore' } : null
    const reply = await world.call(model.super, 'POST', `${bin}/${world.tenantId(home)}/restore`)
    world.expect(reply, refusal ?? { status: 200 }, `restore tenant ${home}`)
    if (refusal) return
    for (const one of ['top', 'below'] as const) if (model.tenants[one].deletedWith === home) model.tenants[one].deletedWith = null
    for (const admin of model.admins) if (admin.switchedOffWith === home) Object.assign(admin, { isActive: true, switchedOffWith: null })
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
