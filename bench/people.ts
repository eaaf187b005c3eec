/** Tenants and their admins, made over HTTP. */
import { randomUUID } from 'node:crypto'
import type { Service } from '../test/rig/service.ts'
import { signIn } from './servers.ts'

export interface Tenant {
  id: string
  /** That of its first admin. */
  roleId: string
  /** Signs the first admin in. */
  credentials: { identifier: string; password: string; tenantId: string }
}

/** A tenant with its first admin, who has signed in once. */
export async function makeTenant(service: Service, token: string): Promise<Tenant> {
  const mark = randomUUID().slice(0, 8)
  const admin = { email: `first-${mark}@example.test`, firstName: 'First', lastName: 'Admin', password: `a password of ${mark}` }
  const reply = await service.http.post('/api/v1/Tenants', { name: `Tenant ${mark}`, code: `t-${mark}`, admin }, { token })
  if (reply.status !== 201) throw new Error(`tenant answered ${reply.status}: ${reply.text}`)
  const credentials = { identifier: admin.email, password: admin.password, tenantId: reply.json.id as string }
  const { accessToken } = await signIn(service, credentials)
  const me = await service.http.get('/api/v1/Admins/me', { token: accessToken })
  return { id: reply.json.id, roleId: me.json.roleId, credentials }
}
