/** Every address that is mounted, as sweeps go over them. */
import { randomUUID } from 'node:crypto'
import { type AnyRoute, addressesOf } from '#http/route.ts'
import { modules } from '../../src/app.ts'

export interface MountedRoute {
  /** `GET /api/v1/Admins/:id` */
  readonly name: string
  readonly method: string
  readonly url: string
  readonly endpoint: AnyRoute
}

export const mountedRoutes: readonly MountedRoute[] = Object.entries(modules).flatMap(([base, routes]) =>
  Object.entries(routes).flatMap(([address, endpoint]) =>
    addressesOf(base, address, endpoint).map(({ method, url }) => ({
      name: `${String(method)} ${url}`,
      method: String(method),
      url,
      endpoint,
    })),
  ),
)

/** The address with the same id in each of its places. */
export const filledWith = (url: string, id: string = randomUUID()): string => url.replace(/:\w+/g, id)

export const isSignedIn = ({ endpoint }: MountedRoute): boolean => endpoint.access !== 'public'
export const takesFile = ({ endpoint }: MountedRoute): boolean => Boolean(endpoint.upload || endpoint.receives)
export const takesBody = (route: MountedRoute): boolean =>
  takesFile(route) || route.endpoint.body !== undefined || route.endpoint.lines !== undefined
