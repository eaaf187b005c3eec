/** What every kind of random call about admins is made of. */
import type { AdminState } from './admin-lifecycle.model.ts'
import type { World } from './admin-lifecycle.world.ts'

/** Drawn numbers; each kind takes of them what it needs. */
export interface Drawn {
  readonly who: number
  readonly other: number
}

/** One call by `actor` about `admin`, done by the service and by the model, and their answers compared. */
export type Run = (world: World, drawn: Drawn, actor: AdminState, admin: AdminState) => Promise<void>
export type Move = 'activate' | 'deactivate' | 'delete'

export const path = ({ id }: AdminState) => `/api/v1/Admins/${id}`

/** What a change of one admin needs, but for rules of its own: in sight, not oneself, not the SuperAdmin. */
export function allowed(world: World, actor: AdminState, admin: AdminState): { status: number; code?: string } | null {
  if (!world.model.sees(actor, admin)) return { status: 404, code: 'not_found' }
  if (admin === actor || admin.isSuper) return { status: 403, code: 'permission_denied' }
  return null
}
