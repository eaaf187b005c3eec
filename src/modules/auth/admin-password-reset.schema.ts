import { z } from 'zod'
import { examplePassword } from '#http/example-values.ts'
import { named } from '#http/shapes.ts'
import { Code, Email } from './code.schema.ts'
import { Password, PresentedToken, TenantReference } from './sign-in.schema.ts'

const TenantId = TenantReference.nullish()

export const RequestReset = named(
  'PasswordResetRequest',
  z.strictObject({
    email: Email,
    tenantId: TenantId.meta({
      description:
        'Plain, or as a workspace entry shows it. Left out: the tenant whose domain the request was sent to, else wherever the address is known; null: wherever it is known',
    }),
    method: z.enum(['otp', 'magic-link']).optional(),
  }),
  { email: 'sara@acme.example', method: 'otp' },
)

const whose = { email: 'sara@acme.example', code: '402918' }
const newPassword = examplePassword

export const VerifyReset = named(
  'PasswordResetProof',
  z.union([
    named('PasswordResetCode', z.strictObject({ email: Email, tenantId: TenantId, code: Code }), whose),
    named('PasswordResetLink', z.strictObject({ token: PresentedToken.meta({ description: 'From the link in the mail' }) }), {
      token: 'kq3vY0mX1s',
    }),
  ]),
)
export const ResetChallenge = named(
  'PasswordResetChallenge',
  z.object({ challengeToken: z.string(), expiresIn: z.int().meta({ description: 'Seconds' }) }),
)

export const ResetPassword = named(
  'PasswordReset',
  z.union([
    named('PasswordResetByChallenge', z.strictObject({ challengeToken: PresentedToken, newPassword: Password }), {
      challengeToken: 'kq3vY0mX1s',
      newPassword,
    }),
    named('PasswordResetByCode', z.strictObject({ email: Email, tenantId: TenantId, code: Code, newPassword: Password }), {
      ...whose,
      newPassword,
    }),
  ]),
)
