/** The stops of the tour at which an end user proves a phone number. */
import { queuedCode } from '../sms/queued.ts'
import { addUser, newNumber } from '../sms/users.ts'
import type { Stop } from './tour.tenants.ts'

const door = '/api/v1/auth/user'

export async function tourPhone({ app, call, tenantId, tenantCode, keep }: Stop & { readonly tenantCode: string }): Promise<void> {
  const phoneNumber = newNumber()
  const id = await addUser(app, tenantId, phoneNumber)
  await call(`POST ${door}/send-phone-verification`, { body: { phoneNumber, tenantCode } })
  const code = keep(await queuedCode(app, id))
  await call(`POST ${door}/verify-phone`, { body: { phoneNumber, code, tenantCode } })
}
