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
  ...{ 'sign in': 30, 'sign in wrongly': 12, 'change password': 8, refresh: 8, wait: 10, create: 8 },
  ...{ activate: 10, 'put isActive': 8, block: 8, unblock: 12, 'reset password': 10, restore: 12 },
  ...{
    'restore tenant': 10,
    'resume tenant': 12,
    delete: 2,
    'bulk delete': 1,
    'bulk delete all': 2,
    'delete tenant': 1,
    purge: 2,
    transfer: 2,
  },
}

export const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: weights[kind] ?? 4, arbitrary: fc.constant(kind) }))),
  who: fc.nat({ max: 1000 }),
  other: fc.nat({ max: 1000 }),
  byChief: fc.boolean(),
})

/** Does it, by the SuperAdmin where the other is not let in. Mostly to the same few, so that one state meets another. */
export async function take(world: World, one: Step): Promise<AdminState> {
  const { admins } = world.model
  const chief = admins[1] as AdminState
  const isChief = one.byChief && chief.life === 'living' && chief.roleName === 'TenantAdmin' && (await world.sessionOf(chief)) !== null
  const few = world.model.living().filter((admin) => admin !== chief && !admin.isSuper)
  const admin = (
    few.length > 0 && one.who % 10 < 8 ? few[one.who % Math.min(3, few.length)] : admins[one.who % admins.length]
  ) as AdminState
  const run: Run = runs[one.kind]
  await run(world, one, isChief ? chief : world.model.super, admin)
  return admin
}
