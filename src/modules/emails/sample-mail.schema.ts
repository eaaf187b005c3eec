import { z } from 'zod'
import { Id, named } from '#http/shapes.ts'
import { isAddrSpec } from '#outside/mail/address.ts'

export const TestMail = named(
  'TestMailRequest',
  z.strictObject({
    to: z
      .string()
      .max(254)
      .refine(isAddrSpec, { params: { code: 'format' } })
      .meta({ description: 'One plain address' }),
    variables: z.record(z.string().max(100), z.unknown()).optional().meta({ description: 'By name; whole objects and lists, too' }),
    locale: z.enum(['en', 'ar']).nullable().optional().meta({ description: 'The translation to take, where there is one' }),
  }),
  { to: 'sara@acme.example' },
)

export const QueuedTestMail = named(
  'QueuedTestMail',
  z.object({ id: Id.meta({ description: 'Of the mail' }), status: z.enum(['queued', 'scheduled', 'sent', 'failed', 'cancelled']) }),
)
