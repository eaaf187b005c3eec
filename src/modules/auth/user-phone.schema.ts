import { z } from 'zod'
import { PhoneNumber } from '#http/person-fields.ts'
import { named } from '#http/shapes.ts'
import { Code } from './code.schema.ts'
import { TenantCode } from './user-auth.schema.ts'

const whose = { phoneNumber: '+962790000000', tenantCode: 'acme' }

export const OfNumber = named('NumberOfUser', z.strictObject({ phoneNumber: PhoneNumber, tenantCode: TenantCode }), whose)

export const VerifyPhone = named('PhoneVerification', z.strictObject({ phoneNumber: PhoneNumber, code: Code, tenantCode: TenantCode }), {
  ...whose,
  code: '402918',
})
