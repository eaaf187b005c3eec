/** What the check of a permission costs on the pipeline of every request, by itself: the caller is there already. */
import { permissionNames } from '#core/permissions.ts'
import type { Actor } from '#db/rows/context.ts'
import { authorize, can } from '#http/access.ts'
import { median } from './statistics.ts'
import type { Result } from './table.ts'

const rounds = 9
const checksEach = 500_000
const mostMicroseconds = 2

export async function measureCheck(): Promise<Result[]> {
  // as a TenantAdmin under restrictions: all permissions held, one of them masked
  const actor = {
    kind: 'admin',
    tenantId: 'some tenant',
    isSuperAdmin: false,
    permissions: new Set(permissionNames),
    masks: new Map([['admins.view', ['email']]]),
    impersonatorId: null,
    mustChangePassword: false,
    requiresTwoFactorSetup: false,
  } as unknown as Actor
  const gates = permissionNames.map((name) => ({ access: can(name) }))
  const microseconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begin = process.cpuUsage()
    for (let check = 0; check < checksEach; check++) authorize(actor, gates[check % gates.length]!)
    const { user, system } = process.cpuUsage(begin)
    // the first round warms up
    if (round > 0) microseconds.push((user + system) / checksEach)
  }
  const value = median(microseconds)
  return [
    {
      what: 'Check of a permission on the pipeline, µs of processor time',
      value: value.toFixed(3),
      target: `<= ${mostMicroseconds}`,
      passes: value <= mostMicroseconds,
    },
  ]
}
