import { z } from 'zod'
import { isEmail } from '#core/text/login-name.ts'
import { Password, PresentedToken, TenantReference } from './sign-in.schema.ts'

const Email = z
  .string()
  .max(254)
  .refine(isEmail, { params: { code: 'format' } })
const TenantId = TenantReference.nullish()
/** Text, because leading zeros count. */
const Code = z.string().regex(/^[0-9]{6}$/)

export const RequestReset = z.strictObject({ email: Email, tenantId: TenantId, method: z.enum(['otp', 'magic-link']).optional() })
export const ResetRequested = z.object({ sent: z.boolean(), retryAfterSeconds: z.int().nullable() })

export const VerifyReset = z.union([
  z.strictObject({ email: Email, tenantId: TenantId, code: Code }),
  z.strictObject({ token: PresentedToken.meta({ description: 'From the link in the mail' }) }),
])
export const ResetChallenge = z.object({ challengeToken: z.string(), expiresIn: z.int().meta({ description: 'Seconds' }) })

export const ResetPassword = z.union([
  z.strictObject({ challengeToken: PresentedToken, newPassword: Password }),
  z.strictObject({ email: Email, tenantId: TenantId, code: Code, newPassword: Password }),
])
