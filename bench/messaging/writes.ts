/** Changes over HTTP, each of which is one event. */
import { randomUUID } from 'node:crypto'
import type { Service } from '../../test/rig/service.ts'
import { signIn } from '../servers.ts'
import type { PacedRequest } from './paced.ts'
import { make } from './scene.ts'

/** An admin of a tenant whose name is changed again and again by the tenant's first one: `admin.updated` each time. */
export async function renames(
  service: Service,
  tenants: readonly { id: string; credentials: object; roleId: string }[],
): Promise<PacedRequest[]> {
  const requests: PacedRequest[] = []
  for (const { id: tenantId, roleId, credentials } of tenants) {
    const { accessToken } = await signIn(service, credentials)
    const person = {
      email: `${randomUUID()}@example.test`,
      firstName: 'A',
      lastName: 'B',
      tenantId,
      roleId,
      password: 'a password of somebody',
    }
    const { id } = await make(service, '/api/v1/admins', person, accessToken)
    requests.push({
      method: 'PUT',
      path: `/api/v1/admins/${id}`,
      headers: { authorization: `Bearer ${accessToken}` },
      body: '{"firstName":"N{n}"}',
    })
  }
  return requests
}
