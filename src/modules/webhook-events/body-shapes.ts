import { z } from 'zod'

/** What several kinds of bodies hold. Readers must bear more: bodies only ever grow. */
export const id = z.uuid()
export const tenantId = id.nullable().meta({ description: 'Null for the platform' })
export const moment = z.iso.datetime({ precision: 3 }).meta({ description: 'UTC, milliseconds' })
export const accountType = z.enum(['admin', 'user'])

const json = z.unknown()
const change = z.looseObject({ before: json, after: json })
export const changes = z.record(z.string(), change).meta({ description: 'By field: what it was and what it is. Never a secret' })
export const values = z.record(z.string(), json)
export const names = z.array(z.string())

/** Absent where the subscription may not see the field, or the person was erased meanwhile. */
export const personal = z.string().optional().meta({ description: 'Absent where the field is masked for the subscription' })
export const truncated = z.literal(true).optional().meta({ description: 'Values were left out to keep the body within 64 KiB' })

export const data = <S extends z.core.$ZodLooseShape>(shape: S) => z.looseObject(shape)

/** Ids that examples speak of. */
export const exampleIds = {
  tenant: '7b1c6a5e-0c55-4d0a-9d55-0c8a3b6d1f10',
  parent: '1d0f3a7c-52be-4d4c-8a8e-6a0b0d2f9e31',
  admin: '0f7d3c3e-64b0-4a8e-9f0e-1c2d3e4f5a6b',
  actor: 'c5a1e1f2-4a4b-4f6d-9b1a-7f3d2c1b0a99',
  user: '2a9d7c14-8e3b-4c55-b1f0-3e6a9d8c7b21',
  role: '9e4b2d60-7a1c-4e3f-8d2b-5c6f7a8b9c10',
} as const
export const exampleTime = '2026-11-20T10:00:00.000Z'
