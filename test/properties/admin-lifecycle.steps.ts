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
    app.clock.turn(([6, 6, 6, 16, 16, 60 * 25][other % 6] as number) * minute)
  },
} satisfies Record<string, Run>

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
  restore: 2,
  'restore tenant': 2,
  'resume tenant': 3,
}
const rare: readonly Kind[] = ['delete tenant']

export const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: rare.includes(kind) ? 1 : 4 * (weights[kind] ?? 1), arbitrary: fc.constant(kind) }))),
  who: fc.nat({ max: 1000 }),
  other: fc.nat({ max: 1000 }),
  byChief: fc.boolean(),
})

/** Does it, unless whoever would do it is not let in. Most of it happens to the same few, so that one state meets another. */
export async function take(world: World, one: Step): Promise<AdminState> {
  const { admins } = world.model
  const chief = admins[1] as AdminState
  const actor = one.byChief ? chief : world.model.super
  const admin = admins[one.who % 10 < 7 ? 2 + (one.who % 3) : one.who % admins.length] as AdminState
  if (one.byChief && (!(await world.sessionOf(chief)) || chief.roleName !== 'TenantAdmin')) return admin
  const run: Run = runs[one.kind]
  await run(world, one, actor, admin)
  return admin
}
