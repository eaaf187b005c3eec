import { z } from 'zod'
import { exampleIds, examplePassword } from '#http/example-values.ts'
import { EmailAddress, NewPassword, PersonName, PhoneNumber, Username } from '#http/person-fields.ts'
import { Id, named } from '#http/shapes.ts'
import { Code, Email } from './code.schema.ts'
import { DeviceInfo, Identifier, Password } from './sign-in.schema.ts'

/** The public code of a workspace. One that nobody has is answered like a wrong password, so that anything may be sent. */
export const TenantCode = z
  .string()
  .min(1)
  .max(100)
  .nullish()
  .meta({ description: 'Workspace code; left out where the request is sent to a verified domain of the tenant' })

export const UserLogin = named(
  'UserSignIn',
  z.strictObject({
    username: Identifier.meta({ description: 'E-mail address or username' }),
    password: Password,
    tenantCode: TenantCode,
    deviceInfo: DeviceInfo.nullish(),
  }),
  { username: 'lina@customer.example', password: examplePassword, tenantCode: 'acme' },
)

export const Register = named(
  'Registration',
  z.strictObject({
    username: Username,
    email: EmailAddress,
    password: NewPassword,
    phoneNumber: PhoneNumber.nullish(),
    firstName: PersonName.optional(),
    lastName: PersonName.optional(),
    tenantCode: TenantCode,
  }),
  { username: 'lina', email: 'lina@customer.example', password: examplePassword, tenantCode: 'acme' },
)

export const Registered = named(
  'RegisteredUser',
  z.object({
    id: Id,
    username: z.string(),
    email: z.string(),
    tenantId: Id,
    emailVerified: z.boolean(),
    message: z.string(),
  }),
  {
    id: exampleIds.user,
    username: 'lina',
    email: 'lina@customer.example',
    tenantId: exampleIds.tenant,
    emailVerified: false,
    message: 'The account is made. Please confirm your e-mail address.',
  },
)

export const OfAddress = named('AddressOfUser', z.strictObject({ email: Email, tenantCode: TenantCode }), {
  email: 'lina@customer.example',
  tenantCode: 'acme',
})

export const VerifyEmail = named('EmailVerification', z.strictObject({ email: Email, code: Code, tenantCode: TenantCode }), {
  email: 'lina@customer.example',
  code: '402918',
  tenantCode: 'acme',
})

export const ResetUserPassword = named(
  'UserPasswordReset',
  z.strictObject({ email: Email, code: Code, newPassword: Password, tenantCode: TenantCode }),
  { email: 'lina@customer.example', code: '402918', newPassword: examplePassword, tenantCode: 'acme' },
)
