import { z } from 'zod'
import { wholeNumber } from '#db/lists/list-query.ts'
import { checkpointForm } from '#events/seals/checkpoint.ts'
import { Id, named } from '#http/shapes.ts'

const LogOf = Id.optional().meta({ description: 'Whose log; the own unless given. Of others for admins of the platform alone' })

export const CheckpointQuery = z.strictObject({ tenantId: LogOf })

export const VerifyQuery = z.strictObject({
  tenantId: LogOf,
  checkpoint: z.string().regex(checkpointForm).optional().meta({
    description: 'A `hash` that was kept: the log must still have that seal. Without one, a log whose end was cut off looks whole',
  }),
  fromSequence: wholeNumber(9_999_999_999)
    .optional()
    .meta({ description: 'The `nextSequence` of the answer before, which found no break' }),
})

/** The newest seal of a log. */
export const AuditCheckpoint = named(
  'AuditCheckpoint',
  z.object({
    tenantId: z.string().nullable().meta({ description: 'Whose log; null for that of the platform' }),
    sequence: z.int().meta({ description: 'Place of the seal; 0 while nothing is sealed' }),
    hash: z.string().meta({ description: 'To be kept where nobody reaches it who reaches the database' }),
  }),
  { tenantId: null, sequence: 48_213, hash: `48213-${'5f0c'.repeat(16)}` },
)

const AuditBreak = named(
  'AuditBreak',
  z.object({
    entryId: z.string().nullable().meta({ description: 'Null where nothing is left that tells which entry it was' }),
    kind: z.enum(['changed', 'removed', 'reordered']),
  }),
)

/** What a proof of a log found. */
export const AuditVerification = named(
  'AuditVerification',
  z.object({
    valid: z.boolean().meta({ description: 'Whether all that was looked at is as it was sealed' }),
    checked: z.int().meta({ description: 'Sealed entries that were looked at' }),
    unsealed: z.int().meta({ description: 'Entries of the whole log that are not sealed yet, counted up to 10000' }),
    erased: z.int().meta({ description: 'Of those looked at, entries that somebody was erased from: proved in what stayed' }),
    firstBreak: AuditBreak.nullable(),
    nextSequence: z.int().nullable().meta({ description: 'Where the next call goes on; null at the end of the log and at a break' }),
  }),
  { valid: true, checked: 100_000, unsealed: 2, erased: 17, firstBreak: null, nextSequence: 100_018 },
)
