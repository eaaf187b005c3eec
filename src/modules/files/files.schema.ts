import { z } from 'zod'
import { queryBoolean } from '#db/lists/list-query.ts'
import { Id, PersonNameShown, TenantName, Timestamp } from '#http/shapes.ts'

/** What stands beside the file in an upload. */
export const UploadFields = z.strictObject({
  isPublic: queryBoolean.optional().meta({ description: 'Whether anybody who knows its `url` may read it; otherwise the token is needed' }),
})

export const StoredFile = z
  .object({
    id: Id,
    fileName: z.string(),
    contentType: z.string().meta({ description: 'What the bytes are, whatever the name or the header said' }),
    size: z.int().meta({ description: 'Bytes as they are kept: pictures are drawn anew, without their metadata' }),
    width: z.int().nullable(),
    height: z.int().nullable(),
    checksum: z.string().meta({ description: 'SHA-256 of what is kept, in hexadecimal digits' }),
    url: z.string().meta({ description: 'A path of this service: public at an unguessable name, or to be read with the token' }),
    isPublic: z.boolean(),
    tenantId: Id.nullable().meta({ description: 'Whose it is; null for the platform' }),
    tenantName: TenantName,
    uploadedBy: Id.nullable().meta({ description: 'Null for who is erased, and for who is out of scope' }),
    uploadedByName: PersonNameShown,
    createdAt: Timestamp,
  })
  .meta({ id: 'File' })
