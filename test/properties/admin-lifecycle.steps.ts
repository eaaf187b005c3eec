/** Random calls about admins, each answered by the service and by the model. */
import fc from 'fast-check'
import { tenantRuns } from './admin-lifecycle.bin.ts'
import { bulkRuns } from './admin-lifecycle.bulk.ts'
import { doorRuns } from './admin-lifecycle.doors.ts'
import { type AdminState, minute } from './admin-lifecycle.model.ts'
import type { Drawn, Run } from './admin-lifecycle.run.ts'
import { stateRuns } from './admin-lifecycle.states.ts'
import type { World } from './admin-lifecycle.world.ts'

export interface Step extends Drawn {
  readonly kind: Kind
  readonly byChief: boolean
}

const runs = {
  ...stateRuns,
  ...bulkRuns,
  ...doorRuns,
  ...tenantRuns,
  wait: async ({ app }, { other }) => {
    app.clock.turn(([6, 6, 6, 6, 16, 60 * 25][other % 6] as number) * minute)
  },
} satisfies Record<string, Run>

export type Kind = keyof typeof runs
export const kinds = Object.keys(runs) as Kind[]

/** What ends much of the world is rare, what brings it back and what shows it is not. */
const weights: { readonly [K in Kind]?: number } = {
  ...{ 'sign in': 40, 'sign in wrongly': 8, 'change password': 10, refresh: 8, wait: 8, create: 6 },
  ...{ activate: 14, deactivate: 8, 'put isActive': 8, block: 10, unblock: 9, 'put email': 8, 'reset password': 6, restore: 10 },
  ...{
    'restore tenant': 6,
    'resume tenant': 14,
    'suspend tenant': 2,
    delete: 6,
    'bulk delete': 1,
    'bulk delete all': 2,
    'delete tenant': 1,
    purge: 2,
    transfer: 8,
  },
}

/** Without fast-check's liking for small numbers and ends, by which half of the kinds would hardly come. */
export const step: fc.Arbitrary<Step> = fc.noBias(
  fc.record({
    kind: fc.oneof(...kinds.map((kind) => ({ weight: weights[kind] ?? 4, arbitrary: fc.constant(kind) }))),
    who: fc.nat({ max: 1000 }),
    other: fc.nat({ max: 1000 }),
    byChief: fc.boolean(),
  }),
)

/**
 * Somebody is blocked and deleted already, somebody else protected, one has used a temporary password: calls to one person seldom come
 * in such an order by chance.
 */
export async function begin(world: World): Promise<void> {
  const { model } = world
  const drawn = { who: 0, other: 0 }
  const [safe, gone, renewed] = model.admins.slice(-3) as [AdminState, AdminState, AdminState]
  for (const run of [runs.block, runs.delete]) await run(world, drawn, model.super, gone)
  await runs.protect(world, drawn, model.super, safe)
  for (const run of [runs['reset password'], runs['sign in'], runs['sign in']]) await run(world, drawn, model.super, renewed)
}

/** Does it, by the SuperAdmin where the other is not let in. */
export async function take(world: World, one: Step): Promise<AdminState> {
  const { admins } = world.model
  const chief = admins[1] as AdminState
  const isChief = one.byChief && chief.life === 'living' && chief.roleName === 'TenantAdmin' && (await world.sessionOf(chief)) !== null
  const admin = met(world, one, chief)
  world.last = admin
  const run: Run = runs[one.kind]
  await run(world, one, isChief ? chief : world.model.super, admin)
  return admin
}

/** Mostly the one of the step before, or one of few others, so that one state meets another; whoever signs in mostly can. */
function met(world: World, { kind, who, other }: Step, chief: AdminState): AdminState {
  const { model, last } = world
  const few = model.living().filter((admin) => admin !== chief && !admin.isSuper)
  const open = kind === 'sign in' && other % 4 > 0 ? few.filter((admin) => model.isOpen(admin, world.now())) : []
  if (open.length > 0) return open[who % open.length] as AdminState
  if (last && few.includes(last) && who % 10 < 5) return last
  const from = few.length > 0 && who % 10 < 9 ? few.slice(0, 3) : model.admins
  return from[who % from.length] as AdminState
}
