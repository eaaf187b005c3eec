/** A service in which something has happened: sign-ins that failed, records that were made and deleted. */
import { createLogger } from '#core/log.ts'
import { FanOut } from '#events/fan-out.ts'
import { expectStatus, startApp, type TestApp } from '../../harness.ts'
import { hostileName, password } from '../scene.ts'

export interface ActivityScene {
  readonly app: TestApp
  readonly tenantId: string
  /** An admin who may do all in their tenant. */
  readonly keeper: string
  /** Takes what has happened into the figures and seals, as the service does by itself. */
  settle(): Promise<void>
}

export async function activityScene(): Promise<ActivityScene> {
  const app = await startApp()
  const token = await app.superToken()
  const keeper = 'keeper@lantern.example'
  const body = { name: 'Blue Lantern', code: 'lantern', admin: { email: keeper, firstName: 'Kim', lastName: 'Keeper', password } }
  const { id } = expectStatus(await app.post('/api/v1/Tenants', body, { token }), 201).json
  const hostile = { email: 'hostile@lantern.example', firstName: hostileName, lastName: 'Palmer', tenantId: id, password }
  const roles = expectStatus(await app.get(`/api/v1/Tenants/${id}/roles`, { token }), 200).json.items as { id: string }[]
  expectStatus(await app.post('/api/v1/Admins', { ...hostile, roleId: roles[0]?.id }, { token }), 201)
  for (let n = 0; n < 12; n++) await app.post('/api/v1/auth/admin/login', { identifier: hostile.email, password: 'not-their-password-1' })
  const fanOut = new FanOut(app.open.service, createLogger({ level: 'silent', destination: { write: () => {} } }))
  const settle = async () => {
    await fanOut.drain()
  }
  await settle()
  return { app, tenantId: id, keeper, settle }
}
