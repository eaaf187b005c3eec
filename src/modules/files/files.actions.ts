import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { requireStorageRoom } from '#accounts/pictures/storage-room.ts'
import { crashPoint } from '#core/crash-points.ts'
import { AppError, notFound, stateConflict, unavailable, validationFailed } from '#core/errors.ts'
import { safeFileName } from '#core/text/file-name.ts'
import { uuidv7 } from '#core/uuid.ts'
import { isConnectionLost } from '#db/database-errors.ts'
import type { Context } from '#db/rows/context.ts'
import { holderOf } from '#db/rows/holder.ts'
import { insert } from '#db/rows/owned.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { ServedFile } from '#http/served/served-file.ts'
import type { IncomingFile } from '#http/uploads/received-form.ts'
import { checkedStream } from '#outside/storage/checked-stream.ts'
import { fileTypes, kindOfType, rasterKinds } from '#outside/storage/file-kinds.ts'
import { type TakenFile, takeFile } from '#outside/storage/take-file.ts'
import { lockGrantor } from '#rights/grantor.ts'
import { type FileRow, getFile, isShownInScope, keyOf, publicAddressOf, shownFiles } from './files.queries.ts'
import { type StoredFile, UploadFields } from './files.schema.ts'

type Shown = z.input<typeof StoredFile>

/**
 * Keeps a file for the caller's tenant, or for the platform. The object is there, at a key of its own, before any row names it; what no row
 * names in the end is taken away; where nobody can say, and should this process die before that, the sweep does. Not in a transaction.
 * @throws AppError 400 `image_invalid`, `image_too_large`; 409 `quota_exceeded`; 413, 415; whatever is wrong with the form
 */
export async function uploadFile(ctx: Context, incoming: IncomingFile): Promise<Shown> {
  const { objects } = ctx.service
  const key = keyOf(randomBytes(20).toString('hex'))
  const id = uuidv7(ctx.now)
  try {
    const { taken, fields } = await incoming.read(async (chunks, name) => {
      const fileName = safeFileName(name)
      return { fileName, file: await takeFile(objects, key, { chunks, isNamedCsv: /\.csv$/i.test(fileName), holder: holderOf(ctx) }) }
    })
    crashPoint('upload.before-row')
    return await addRow(ctx, { id, key, ...taken, isPublic: publicOf(fields) })
  } catch (error) {
    // with its connection the end of a commit is lost, which may still come: what a row names must stay
    if (!isConnectionLost(error) && !(await isNamed(ctx, key))) await objects.delete(key).catch(() => undefined)
    throw error
  }
}

function publicOf(fields: Readonly<Record<string, string>>): boolean {
  const read = UploadFields.safeParse(fields)
  if (!read.success) throw validationFailed([{ field: 'isPublic', code: 'type' }])
  return read.data.isPublic ?? false
}

interface NewFile {
  readonly id: string
  readonly key: string
  readonly fileName: string
  readonly file: TakenFile
  readonly isPublic: boolean
}

function addRow(ctx: Context, { file, fileName, ...row }: NewFile): Promise<Shown> {
  const { kind, ...facts } = file
  return transact(ctx, async (ctx) => {
    const { tenantId } = ctx.actor
    await lockGrantor(ctx)
    const added = await insert(ctx, 'files', {
      ...row,
      ...facts,
      tenantId,
      fileName,
      contentType: fileTypes[kind],
      uploadedBy: ctx.actor.id,
      createdAt: ctx.now,
    })
    await requireStorageRoom(ctx, tenantId, facts.bytes)
    const data = { contentType: added.contentType, size: facts.bytes, isPublic: row.isPublic }
    await emit(ctx, 'file.uploaded', { tenantId, entityId: row.id, entityName: fileName, data })
    const [shown] = await shownFiles(ctx, [added])
    return shown!
  })
}

/** Should nobody be able to say, it is: an object too many is swept, one too few is lost. */
// unscoped: by a key that was made just now
async function isNamed(ctx: Context, key: string): Promise<boolean> {
  const { kysely } = ctx.service.database
  return await kysely
    .selectFrom('files')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirst()
    .then(
      (row) => row !== undefined,
      () => true,
    )
}

/** @throws AppError 404 unknown or foreign */
export async function downloadFile(ctx: Context, id: string): Promise<ServedFile> {
  return downloadOf(ctx, await getFile(ctx, id), null)
}

/** What is sent of a file; pictures made of pixels are shown where they stand, everything else is only saved. */
export function downloadOf(
  { service }: Pick<Context, 'service'>,
  { key, contentType, bytes, checksum, fileName }: Pick<FileRow, 'key' | 'contentType' | 'bytes' | 'checksum' | 'fileName'>,
  cacheControl: string | null,
): ServedFile {
  const kind = kindOfType(contentType)
  return new ServedFile({
    contentType,
    bytes,
    etag: checksum,
    fileName: truthfulName(fileName, kind),
    isInline: kind !== null && rasterKinds.has(kind),
    cacheControl,
    isShared: cacheControl !== null,
    open: async (range) => {
      const stream = await service.objects.read(key, range)
      // a part can be proved by nobody; the whole ends before its last bytes where it is not what was uploaded
      return stream && !range
        ? checkedStream(stream, { bytes, digest: { algorithm: 'sha256', expected: Buffer.from(checksum, 'hex') }, told })
        : stream
    },
  })
}

/** Of a small file nothing is sent yet when it shows that the store has other bytes: the caller is told 503, and the log why. */
const told = (error: unknown): Error => (error instanceof AppError ? error : unavailable(5, error as Error))

/** Whoever saves it opens it by the end of its name: where that says another kind, the true one is put behind it. */
function truthfulName(fileName: string, kind: keyof typeof fileTypes | null): string {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase()
  const isTrue = kind === null || ending === kind || (kind === 'jpg' && ending === 'jpeg')
  return isTrue ? fileName : `${fileName}.${kind}`
}

/**
 * Deletes a file for ever: the row in a transaction, and what it named behind it. Not in a transaction.
 * @throws AppError 404 unknown or foreign; 409 for a public one that a tenant in scope shows as its logo or icon
 */
// unscoped: a file that was found in scope, in the same transaction
export async function deleteFile(ctx: Context, id: string): Promise<void> {
  const key = await transact(ctx, async (ctx) => {
    await lockGrantor(ctx)
    const file = await getFile(ctx, id)
    if (file.isPublic && (await isShownInScope(ctx, publicAddressOf(file)))) throw stateConflict()
    const gone = await ctx.db.deleteFrom('files').where('id', '=', file.id).executeTakeFirst()
    if (gone.numDeletedRows === 0n) throw notFound()
    const data = { contentType: file.contentType, size: file.bytes, isPublic: file.isPublic }
    await emit(ctx, 'file.deleted', { tenantId: file.tenantId, entityId: file.id, entityName: file.fileName, data })
    return file.key
  })
  crashPoint('file.before-delete')
  // a store that is away now must not make another answer of it: the sweep comes
  await ctx.service.objects.delete(key).catch(() => undefined)
}
