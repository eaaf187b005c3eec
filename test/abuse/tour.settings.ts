/** The calls of the tour in the area of settings. */
import { superAdmin } from '../harness.ts'
import type { Stop } from './tour.tenants.ts'

const at = '/api/v1/settings'

export async function tourSettings({ call, top }: Stop): Promise<void> {
  await call(`GET ${at}`, { token: top })
  await call(`PUT ${at}`, { token: top, body: { general: { notificationRetentionDays: 91 } } })
  await call(`POST ${at}/reset`, { token: top, body: { password: superAdmin.password } })
}
