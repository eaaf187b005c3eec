import { z } from 'zod'
import { canVerify } from '#core/secrets/foreign-hash.ts'
import { foreignHashProblem, readHash } from '#core/secrets/stored-hash.ts'
import { queryBoolean } from '#db/lists/list-query.ts'
import { ErrorCodeName } from '#http/bulk/bulk.ts'
import { exampleIds } from '#http/example-values.ts'
import { EmailAddress, PersonName, PhoneNumber, plainLine, Username } from '#http/person-fields.ts'
import { Id, named } from '#http/shapes.ts'

export const ImportUsersQuery = z.strictObject({
  tenantId: Id.optional().meta({ description: "The caller's own when left out; who is on the platform must name one" }),
  dryRun: queryBoolean.optional().meta({ description: 'Judges every line, and makes nobody' }),
})

/** Argon2id is of no use where this process can't check it: whoever it belongs to would be shut out. */
const isOfUse = (text: string) => {
  const known = readHash(text)
  return known === null || canVerify(known.form)
}

const PasswordHash = z
  .string()
  .refine((text) => foreignHashProblem(text) !== 'format' && isOfUse(text), { params: { code: 'format' }, abort: true })
  .refine((text) => foreignHashProblem(text) !== 'too_big', { params: { code: 'too_big' } })
  .meta({
    description:
      'bcrypt (`$2a$`, `$2b$`, `$2y$`, cost 15 at most), argon2id (256 MiB and 10 passes at most) or PBKDF2 with SHA-256 or SHA-512 (2,000,000 iterations at most) in PHC form. Without one the password is chosen by a reset',
  })

export const ImportedUser = named(
  'ImportedUser',
  z
    .strictObject({
      email: EmailAddress,
      username: Username.nullable().optional(),
      firstName: PersonName.optional(),
      lastName: PersonName.optional(),
      phoneNumber: PhoneNumber.nullable().optional(),
      emailVerified: z.boolean().optional().meta({ description: 'The owner has shown elsewhere that mail to the address arrives' }),
      phoneVerified: z.boolean().optional(),
      createdAt: z.iso
        .datetime({ offset: true })
        .transform((text) => new Date(text))
        .refine((date) => date.getTime() >= 0, { params: { code: 'too_small' } })
        .optional()
        .meta({ description: 'When the account was made elsewhere, from 1970 on; now when left out' }),
      passwordHash: PasswordHash.optional(),
      externalLogins: z
        .array(
          z.strictObject({
            provider: z
              .string()
              .regex(/^[a-z][a-z0-9-]{1,30}$/)
              .meta({ description: '`google`, `apple`, `microsoft`, `facebook`, or the name of one of the tenant itself' }),
            subject: plainLine(255).meta({ description: 'What the provider calls the person: `sub` of its ID tokens' }),
          }),
        )
        .max(10)
        .optional()
        .meta({ description: 'Ways in through a provider; each opens one user of the tenant' }),
    })
    .refine(({ phoneNumber, phoneVerified }) => !phoneVerified || phoneNumber != null, {
      path: ['phoneVerified'],
      params: { code: 'not_allowed_value' },
    }),
  {
    email: 'lina@acme.example',
    username: 'lina.khoury',
    firstName: 'Lina',
    lastName: 'Khoury',
    emailVerified: true,
    createdAt: '2024-03-01T08:00:00Z',
    passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
  },
)

/** What comes back for each line, and at last for all. */
export const ImportAnswer = named(
  'ImportAnswerLine',
  z.object({
    line: z.int().optional().meta({ description: 'Number of the line that is answered, from 1; absent from the last one' }),
    id: Id.nullable().optional().meta({ description: 'Of the user who was made, for good; null in a dry run' }),
    code: ErrorCodeName.optional().meta({ description: 'Why the line was left out; in the last line, what ended the import too early' }),
    errors: z
      .array(z.object({ field: z.string(), code: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'Beside `code` of a line: what is wrong, field by field' }),
    message: z.string().optional().meta({ description: 'Beside `code` of the last line' }),
    traceId: z.string().optional().meta({ description: 'Beside `code` of the last line' }),
    affected: z.int().optional().meta({ description: 'In the last line alone: how many users were made' }),
    skipped: z.int().optional().meta({ description: 'In the last line alone: how many lines were left out' }),
  }),
  { line: 1, id: exampleIds.user },
)
