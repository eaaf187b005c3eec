import { z } from 'zod'
import { isEmail } from '#core/text/login-name.ts'
import { named } from '#http/shapes.ts'

export const Email = z
  .string()
  .max(254)
  .refine(isEmail, { params: { code: 'format' } })

/** Text, because leading zeros count. */
export const Code = z.string().regex(/^[0-9]{6}$/)

export const CodeRequested = named('CodeRequested', z.object({ sent: z.boolean(), retryAfterSeconds: z.int().nullable() }))
