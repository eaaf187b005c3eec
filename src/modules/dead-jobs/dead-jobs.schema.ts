import { z } from 'zod'
import { pageSchemaOf, pages } from '#db/lists/list-query.ts'
import { Id, named, Timestamp } from '#http/shapes.ts'

export const deadKinds = ['job', 'event'] as const

/** Work of the background that failed so often that it is not tried any more by itself. What it was to do it with is never shown. */
export const DeadJob = named(
  'DeadJob',
  z.object({
    id: Id,
    type: z.enum(deadKinds).meta({ description: 'A job; or an event that could not be told on and was set aside' }),
    kind: z.string().meta({ description: 'Of a job; of an event its name' }),
    error: z.string().nullable().meta({ description: 'What went wrong the last time, for whoever runs the service' }),
    attempts: z.int().nullable().meta({ description: 'Null for an event' }),
    createdAt: Timestamp.meta({ description: 'When it was queued, or happened' }),
    ageSeconds: z.int(),
  }),
)

export const DeadJobPage = pageSchemaOf('DeadJobPage', DeadJob, {
  isTotalCapped: z.literal(true).optional().meta({ description: 'Counting ended at `totalCount`; there is more' }),
})

const Kind = z.string().min(1).max(100)

export const DeadJobQuery = z.strictObject({
  ...pages,
  kind: Kind.optional().meta({ description: 'Of this kind alone' }),
})

export const DeadJobsOfKind = named(
  'DeadJobsOfKind',
  z.strictObject({ kind: Kind.meta({ description: 'All that are dead of this kind' }) }),
  {
    kind: 'email.send',
  },
)

export const AffectedJobs = named('AffectedJobs', z.object({ affected: z.int() }))
